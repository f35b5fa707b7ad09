import Glibc

/// Standard input, output and error of a process that was started without one of them.
enum StandardStreams {
    /// Keeps the numbers 0, 1 and 2 from whatever is opened next: a result must not end up in the terminal, or in a
    /// connection to the agent, because standard output was closed.
    ///
    /// What stands there instead is opened the wrong way round, so that a closed stream still is an error to use. Programs
    /// that are started find the stream closed, as this one did.
    static func keepClosed() {
        for (number, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(number, F_GETFD) < 0 {
            // SAFETY: the path is a constant, and no mode is needed since nothing is created. Every lower number is
            // taken by now, so that the file gets this one.
            _ = unsafe open("/dev/null", mode | O_CLOEXEC)
        }
    }
}
