import AccountModel
import Glibc

/// The folder of the session, where commands without a bus find the agent of one another.
struct RuntimeFolderCheck: Check {
    let environment: Environment

    private static let name = "runtime"

    func findings() async -> [Finding] {
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else {
            return [note("XDG_RUNTIME_DIR names no folder")]
        }
        guard let facts = FileFacts(folder, followsLinks: true), facts.isFolder else {
            return [note("XDG_RUNTIME_DIR names a folder that is not there")]
        }
        guard facts.isOwn else { return [note("XDG_RUNTIME_DIR is the folder of user \(facts.owner)")] }
        guard facts.mode & 0o022 == 0 else {
            return [
                .note(
                    Self.name, "others may write to XDG_RUNTIME_DIR (mode \(facts.octalMode)), so that it is not used",
                    next: "chmod 700 \(ShellWord.quoted(folder))")
            ]
        }
        return [.ok(Self.name, "the session has a folder of its own")]
    }

    private func note(_ words: String) -> Finding {
        .note(
            Self.name, "\(words): without a session bus each command asks for the vault's passphrase",
            next: RuntimeFolder.otherLogIn)
    }
}
