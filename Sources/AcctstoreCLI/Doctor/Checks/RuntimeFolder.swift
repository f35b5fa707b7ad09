import AccountModel
import FoundationEssentials
import Glibc

/// The session's folder, and what may be in the way of an agent in it.
struct RuntimeFolder {
    let path: String

    /// `nil` where the environment names none.
    init?(_ environment: Environment) {
        guard let path = environment["XDG_RUNTIME_DIR"], path.hasPrefix("/") else { return nil }
        self.path = DoctorPath.withoutSlash(path)
    }

    /// A command or a sentence that lets an agent wait there; `nil` where nothing shows itself that is in the way.
    var mending: String? {
        guard let facts = FileFacts(path, followsLinks: true), facts.isFolder, facts.isOwn else {
            return RuntimeFolder.otherLogIn
        }
        if facts.mode & 0o700 != 0o700 || facts.mode & 0o022 != 0 { return "chmod 700 \(ShellWord.quoted(path))" }
        let ours = "\(path)/acctstore"
        guard let folder = FileFacts(ours) else { return nil }
        guard folder.isFolder else { return moving(folder) }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: ours)) ?? []
        return names.sorted().lazy.compactMap { FileFacts("\(ours)/\($0)") }.first(where: isInTheWay).map(moving)
    }

    /// For a folder that is another user's, or gone.
    static let otherLogIn = "Log in as the user, by ssh or machinectl shell, rather than by su or sudo."

    /// An agent has a socket there, and a file that is its lock.
    private func isInTheWay(_ facts: FileFacts) -> Bool {
        facts.kind != (facts.path.hasSuffix(".lock") ? S_IFREG : S_IFSOCK)
    }

    private func moving(_ facts: FileFacts) -> String {
        let end = facts.isLink ? "link" : "other"
        return "mv \(ShellWord.quoted(facts.path)) \(ShellWord.quoted("\(facts.path).\(end)"))"
    }
}
