import Glibc

/// What a program that this process becomes must find as the person's shell left it.
struct InheritedState: Sendable {
    private let blocked: sigset_t
    private let ignoresBrokenPipes: Bool
    private let fileMode: mode_t
    /// The standard streams that it was started without.
    private let closedStreams: [Int32]

    /// Takes down what is, and sets what this program wants: a reader that has gone is an error of the write, not the
    /// end of the process, and what it writes is for nobody else.
    static func replace() -> InheritedState {
        let closedStreams = StandardStreams.keepClosed()
        var blocked = sigset_t()
        // SAFETY: the call fills the one set that it is given.
        unsafe pthread_sigmask(SIG_BLOCK, nil, &blocked)
        // SAFETY: SIG_IGN is no function but the number 1 in the place of one, so that only numbers can be compared.
        let earlier = unsafe unsafeBitCast(signal(SIGPIPE, SIG_IGN), to: UInt.self)
        let isIgnored = unsafe earlier == unsafeBitCast(SIG_IGN, to: UInt.self)
        return InheritedState(
            blocked: blocked, ignoresBrokenPipes: isIgnored, fileMode: umask(0o077), closedStreams: closedStreams)
    }

    /// For the thread that calls the next program: the mask of signals is its own, and the program's after it.
    func restore() {
        var blocked = blocked
        if !ignoresBrokenPipes { signal(SIGPIPE, SIG_DFL) }
        umask(fileMode)
        for number in closedStreams { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        // SAFETY: the call reads the one set that it is given.
        unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil)
    }
}
