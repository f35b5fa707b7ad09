import AccountModel
import GLibBridge

/// `$XDG_CACHE_HOME/acctstore/pictures`: pictures as they are drawn, for the next time. Names are hashes of addresses.
struct PictureCache: Sendable {
    private let folder: PrivateFolder
    private let renderer: PictureRenderer

    /// A picture as it is drawn is shorter, in bytes.
    private static let longest = 16 * 1024
    /// When there are more, the oldest go.
    private static let most = 1000

    /// `nil` where there can be no such folder.
    init?(_ environment: Environment, for renderer: PictureRenderer) {
        guard let base = PersonalFolder.cache.path(environment),
            let folder = try? PrivateFolder(base, "pictures")
        else { return nil }
        self.folder = folder
        self.renderer = renderer
    }

    /// What was kept may have been changed by anybody since: it is looked at like what comes from the program.
    func picture(at address: String) -> Picture? {
        folder.read(name(for: address), upTo: Self.longest).flatMap { Picture($0, in: renderer.room) }
    }

    func keep(_ picture: Picture, at address: String) {
        // Without a cache the next time is slower, and that is all.
        try? folder.write(picture.bytes, to: name(for: address), isDurable: false)
    }

    func prune() { folder.prune(keeping: Self.most) }

    private func name(for address: String) -> String {
        Checksum.sha256("\(renderer.name) \(address)")
    }
}
