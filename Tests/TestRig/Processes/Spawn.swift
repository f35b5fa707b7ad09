import Glibc

/// What `posix_spawn` is asked for.
struct Spawn {
    enum Stream {
        case descriptor(Int32)
        case path(String)
        /// The same as standard input.
        case sameAsInput
    }

    /// POSIX_SPAWN_SETSID of glibc's <spawn.h>, which Swift's Glibc module leaves out.
    private static let newSession: Int32 = 0x80

    var command: [String]
    var environment: [String: String]
    var ownSession: Bool
    var input: Stream
    var output: Stream
    var errors: Stream

    /// Starts the process, with every signal at its default, none blocked, and no descriptor but the three.
    ///
    /// A terminal given as the path of `input` becomes the controlling one of a process in its own session: the session
    /// is made first, then the path is opened.
    func start() throws(RigError) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
            switch stream {
            case .descriptor(let descriptor):
                unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
            case .path(let path):
                unsafe posix_spawn_file_actions_addopen(&actions, number, path, O_RDWR, 0)
            case .sameAsInput:
                unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, number)
            }
        }

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (ownSession ? Self.newSession : 0)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

        var pid: pid_t = 0
        let arguments = CStrings(command)
        let variables = CStrings(environment.map { "\($0.key)=\($0.value)" })
        let code = unsafe posix_spawnp(
            &pid, command[0], &actions, &attributes, arguments.pointers, variables.pointers)
        guard code == 0 else {
            throw .system("starting \(command.joined(separator: " "))", code)
        }
        return pid
    }
}

/// A null-terminated array of C strings, as `execve` takes it.
@safe private final class CStrings {
    private(set) var pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) {
        unsafe pointers = strings.map { unsafe strdup($0) } + [nil]
    }

    deinit {
        for index in unsafe pointers.indices {
            unsafe free(pointers[index])
        }
    }
}
