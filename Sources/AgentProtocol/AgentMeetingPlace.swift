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

    /// `nil` where there is none, for which ``RuntimeFolderObstacle`` has the reason.
    package init?(environment: [String: String]) {
        guard RuntimeFolderObstacle(environment["XDG_RUNTIME_DIR"]) == nil, let runtime = environment["XDG_RUNTIME_DIR"]
        else {
            return nil
        }
        folder = runtime + "/acctstore"
        socket = AgentMeetingPlace.socket(environment)
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
