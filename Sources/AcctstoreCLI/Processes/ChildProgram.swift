import AccountModel
import Dispatch
import FoundationEssentials
import Glibc
import SystemCalls

/// Another program, started as a child of this process, with every signal at its default and none of our descriptors
/// but its standard streams.
struct ChildProgram: Sendable {
    let process: pid_t

    /// - Parameters:
    ///   - command: the program, looked up on PATH unless it has a slash, and its arguments.
    ///   - environment: what is added to the environment of this process.
    ///   - input: its standard input.
    ///   - output: its standard output; `nil` for ours.
    ///   - isQuiet: whether what it says on standard error goes nowhere; else it goes to ours.
    ///
    /// Throws the error number where it cannot be started, such as ENOENT.
    init(
        _ command: [String], environment: [String: String] = [:], input: Descriptor, output: Descriptor? = nil,
        isQuiet: Bool = false
    ) throws(SinkError) {
        // SAFETY: each call works on the structure that it is given, which was initialized before and is freed after.
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input.rawValue, STDIN_FILENO)
        if let output { unsafe posix_spawn_file_actions_adddup2(&actions, output.rawValue, STDOUT_FILENO) }
        if isQuiet { unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (arguments, settings) = (CStrings(command), CStrings(variables.map { "\($0.key)=\($0.value)" }))
        var child: pid_t = 0
        let error = withExtendedLifetime((arguments, settings)) {
            unsafe posix_spawnp(&child, command[0], &actions, &attributes, arguments.pointers, settings.pointers)
        }
        guard error == 0 else { throw .system(error) }
        process = child
    }

    /// Waits until it has ended: its exit status, or 128 and the number of the signal. It is to be called once.
    func end() async -> Int32 {
        await withCheckedContinuation { ended in
            // A program may take long: no thread of the pool waits for that.
            DispatchQueue(label: "child").async { ended.resume(returning: reap()) }
        }
    }

    /// As ``end()``, on this thread.
    func reap() -> Int32 {
        var status: Int32 = 0
        // SAFETY: waitpid writes the one number that it is given.
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}
