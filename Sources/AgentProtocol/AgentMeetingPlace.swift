internal import AccountModel
package import GLibBridge
internal import Glibc
internal import OwnFiles

/// Where the commands of a session without a bus find the agent that one of them started: a socket in a folder of ours
/// in the session's runtime folder.
package struct AgentMeetingPlace: Hashable, Sendable {
    /// The name of the socket in the folder: another one for each set of folders that an agent keeps things in, since the
    /// agent of one knows nothing of the accounts of the other.
    package let socket: String

    /// `$XDG_RUNTIME_DIR/acctstore`
    package let folder: String

    /// The socket's path, for people: an address of a socket may have no room for it.
    package var path: String { "\(folder)/\(socket)" }

    /// `nil` where there is none, for which ``obstacle(in:)`` has the words.
    package init?(environment: [String: String]) {
        guard AgentMeetingPlace.obstacle(in: environment) == nil, let runtime = environment["XDG_RUNTIME_DIR"] else {
            return nil
        }
        folder = runtime + "/acctstore"
        socket = AgentMeetingPlace.socket(environment)
    }

    /// Why there is no runtime folder that is this user's and can be written by nobody else (XDG Base Directory
    /// Specification): `su` and `sudo` leave the variable as it was. `nil` where there is one.
    package static func obstacle(in environment: [String: String]) -> String? {
        guard let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/"), !runtime.utf8.contains(0) else {
            return "XDG_RUNTIME_DIR names no folder"
        }
        var status = stat()
        // SAFETY: stat(2) fills the structure it is given; the path is a C string for the length of the call.
        guard unsafe stat(runtime, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return "XDG_RUNTIME_DIR names a folder that is not there"
        }
        guard status.st_uid == geteuid() else { return "XDG_RUNTIME_DIR is the folder of user \(status.st_uid)" }
        guard status.st_mode & 0o022 == 0 else {
            return "others may write to XDG_RUNTIME_DIR (mode 0\(String(status.st_mode & 0o7777, radix: 8)))"
        }
        return nil
    }

    /// The name of the socket for the folders that an environment leads to.
    package static func socket(_ environment: [String: String]) -> String {
        let places = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"].map { environment[$0] ?? "" }
        return "agent-" + ShortName.of(places.joined(separator: "\n"))
    }

    /// The way to the agent there; `nil` where none waits, and for one of another user.
    package func connect() -> LocalSocket? {
        guard let folder = try? OwnFolder(folder, made: false),
            let socket = try? LocalSocket.connect(to: folder.shortPath(of: socket)),
            socket.peer?.uid == geteuid()
        else { return nil }
        return socket
    }
}
