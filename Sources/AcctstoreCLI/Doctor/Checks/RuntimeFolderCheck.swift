import AccountModel

/// The folder of the session, where commands without a bus find the agent of one another.
struct RuntimeFolderCheck: Check {
    let environment: Environment

    private static let name = "runtime"

    func findings() async -> [Finding] {
        guard let obstacle = RuntimeFolderObstacle(environment["XDG_RUNTIME_DIR"]) else {
            return [.ok(Self.name, "the session has a folder of its own")]
        }
        if case .open(let folder, _) = obstacle {
            return [
                .note(
                    Self.name, "\(obstacle.words), so that it is not used",
                    next: "chmod 700 \(ShellWord.quoted(folder))")
            ]
        }
        return [
            .note(
                Self.name, "\(obstacle.words): without a session bus each command asks for the vault's passphrase",
                next: RuntimeFolder.otherLogIn)
        ]
    }
}
