internal import AgentProtocol
internal import GLibBridge
internal import Glibc
internal import OwnFiles

/// The socket at which an agent without a bus waits for the next command of its session.
///
/// There is one at a place: whoever makes it holds a lock while it looks whether another agent waits there. A socket that
/// an agent left behind, because it was killed, is nobody's.
final class MeetingSocket: Sendable {
    enum Outcome: Sendable {
        case waiting(MeetingSocket)
        /// Another agent waits there.
        case taken
        /// There is no such place that can be used, for this reason: the agent serves its own command alone.
        case nowhere(String)
    }

    let socket: LocalSocket
    private let place: AgentMeetingPlace
    private let file: FileIdentity

    private init(_ socket: LocalSocket, at place: AgentMeetingPlace, _ file: FileIdentity) {
        self.socket = socket
        self.place = place
        self.file = file
    }

    /// - Parameter replacing: whether to take over from an agent that waits there. It is told, and finishes what it was doing.
    static func open(at place: AgentMeetingPlace, replacing: Bool) async -> Outcome {
        await GLibThread(name: "meeting-place").run {
            do throws(OwnFileError) {
                return try locked(place, made: true) { folder in make(in: folder, at: place, replacing: replacing) }
            } catch {
                return .nowhere(error.message)
            }
        }
    }

    /// Takes the socket away, unless another agent has put its own there, or has the lock for long.
    func withdraw() async {
        let (place, file) = (place, file)
        await GLibThread(name: "meeting-place").run {
            try? MeetingSocket.locked(place, made: false) { folder in
                if folder.identity(of: place.socket) == file {
                    unsafe unlinkat(folder.descriptor, place.socket, 0)
                }
            }
        }
    }

    private static func make(
        in folder: borrowing OwnFolder, at place: AgentMeetingPlace, replacing: Bool
    ) -> Outcome {
        let other = place.connect()
        if other != nil && !replacing { return .taken }
        // It is put there only when it can be connected to.
        let new = "\(place.socket).new"
        unsafe unlinkat(folder.descriptor, new, 0)
        let socket: LocalSocket
        do throws(GLibError) {
            socket = try .listen(at: folder.shortPath(of: new))
        } catch {
            return .nowhere("no socket can be made at \(place.path): \(error.message)")
        }
        guard let file = folder.identity(of: new),
            unsafe renameat(folder.descriptor, new, folder.descriptor, place.socket) == 0
        else {
            let error = OwnFileError("put a socket at", place.path)
            unsafe unlinkat(folder.descriptor, new, 0)
            return .nowhere(error.message)
        }
        // The process that waits there is that of the socket that was just connected to.
        if let other = other?.peer { kill(other.pid, MeetingSocket.takeover) }
        return .waiting(MeetingSocket(socket, at: place, file))
    }

    /// The signal by which an agent without a bus is told that another one has taken its place.
    static let takeover = SIGUSR1

    /// Others hold the lock for milliseconds.
    private static let patience = Duration.seconds(2)

    /// Blocks until the lock is to be had: call it on a thread for that.
    private static func locked<Result>(
        _ place: AgentMeetingPlace, made isMade: Bool, _ body: (borrowing OwnFolder) -> Result
    ) throws(OwnFileError) -> Result {
        let folder = try OwnFolder(place.folder, made: isMade)
        let name = "\(place.socket).lock"
        let lock = LockableFile(try folder.open(name, O_RDWR | O_CREAT), "\(place.folder)/\(name)")
        let deadline = ContinuousClock.now + patience
        while !(try lock.lock()) {
            guard .now < deadline else {
                throw OwnFileError(path: place.folder, "\(place.folder) is held by another agent")
            }
            usleep(5_000)
        }
        defer { lock.unlock() }
        return body(folder)
    }
}

extension OwnFolder {
    fileprivate borrowing func identity(of name: String) -> FileIdentity? {
        var status = stat()
        // SAFETY: fstatat(2) fills the structure it is given.
        guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return FileIdentity(status)
    }
}
