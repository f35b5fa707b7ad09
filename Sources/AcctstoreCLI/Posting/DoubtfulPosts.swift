import AccountModel
import SocialClient

/// `$XDG_STATE_HOME/acctstore/unconfirmed`: drafts of which it is not known whether they were posted, each with the key that
/// it was sent with. They are removed when the service has answered, else by a later post when no server knows the key any
/// more.
///
/// It is help for who tries again, and no more: where a file cannot be kept or read, the next attempt has a key of its own.
struct DoubtfulPosts {
    private let folder: PrivateFolder?
    /// Seconds since 1970.
    private let now: Int

    /// Servers keep keys for an hour; a little less is sure.
    private static let lifetime = 55 * 60
    private static let most = 20

    init(_ environment: Environment, now: Int) {
        folder = PersonalFolder.state.path(environment).flatMap {
            try? PrivateFolder($0, "unconfirmed")
        }
        self.now = now
    }

    /// The key that the same draft was sent with before; nil where it was not, or too long ago.
    func key(of draft: Draft, by account: Account) -> String? {
        let identity = Self.identity(of: draft, by: account)
        guard let bytes = folder?.read(ShortName.of(identity), upTo: 1 << 20) else { return nil }
        // A line with the time, one with the key, and then what tells the draft from others.
        let parts = String(decoding: bytes, as: UTF8.self).split(
            separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2] == identity, let time = Int(parts[0]),
            (0...Self.lifetime).contains(now - time)
        else { return nil }
        return String(parts[1])
    }

    func keep(_ draft: Draft, by account: Account) {
        let identity = Self.identity(of: draft, by: account)
        // An attempt that was repeated counts from the first.
        guard key(of: draft, by: account) == nil else { return }
        let text = "\(now)\n\(draft.idempotencyKey)\n\(identity)"
        try? folder?.write(Array(text.utf8), to: ShortName.of(identity))
        folder?.prune(keeping: Self.most, writtenSince: now - Self.lifetime)
    }

    func forget(_ draft: Draft, by account: Account) {
        folder?.remove(ShortName.of(Self.identity(of: draft, by: account)))
    }

    /// All that makes two drafts one. No field but the text, which is the last, can have a line end in it.
    private static func identity(of draft: Draft, by account: Account) -> String {
        [
            "\(account.id)", draft.replyTo ?? "", draft.visibility?.rawValue ?? "", draft.contentWarning ?? "",
            draft.text.text,
        ].joined(separator: "\n")
    }
}
