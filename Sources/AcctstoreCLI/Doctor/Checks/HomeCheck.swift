import AccountModel
import Glibc

/// Whose home folder it is: `sudo` and `su` may leave another user's in the environment.
struct HomeCheck: Check {
    let environment: Environment

    private static let name = "home"

    func findings() async -> [Finding] {
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            return [
                .problem(
                    Self.name, "HOME names no folder, so that there is no place for what is kept", code: .notConfigured,
                    next: "export HOME=\"$(getent passwd \"$(id -u)\" | cut -d: -f6)\"")
            ]
        }
        guard let facts = FileFacts(home, followsLinks: true), facts.isFolder else {
            return [
                .problem(
                    Self.name, "HOME names a folder that is not there", code: .fileError,
                    next: "export HOME=\"$(getent passwd \"$(id -u)\" | cut -d: -f6)\"")
            ]
        }
        guard facts.isOwn else { return [foreign(facts)] }
        return [.ok(Self.name, "the home folder is this user's")]
    }

    private func foreign(_ facts: FileFacts) -> Finding {
        let how = environment["SUDO_UID"] != nil ? ", and this is run by sudo" : ""
        return .problem(
            Self.name, "HOME is the folder of user \(facts.owner), and this program runs as user \(geteuid())\(how)",
            code: .fileError,
            next: environment["SUDO_UID"] != nil
                ? "Run acctstore without sudo." : "export HOME=\"$(getent passwd \"$(id -u)\" | cut -d: -f6)\"")
    }
}
