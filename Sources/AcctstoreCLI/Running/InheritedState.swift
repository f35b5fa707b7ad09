import Glibc

/// What a program that this process becomes must find as the person's shell left it.
struct InheritedState: Sendable {
    /// Signals that would end the process where an error of the write says more: a reader that has gone, and a file that
    /// would be longer than a limit allows.
    private static let errorsOfWrites = [SIGPIPE, SIGXFSZ]

    private let blocked: sigset_t
    /// Those of the signals that were not ignored before.
    private let effective: [Int32]
    private let fileMode: mode_t

    /// Takes down what is, and sets what this program wants: trouble with a write is an error of that write, and what is
    /// written is for nobody else.
    static func replace() -> InheritedState {
        StandardStreams.keepClosed()
        var blocked = sigset_t()
        // SAFETY: the call fills the one set that it is given.
        unsafe pthread_sigmask(SIG_BLOCK, nil, &blocked)
        let effective = errorsOfWrites.filter { number in
            // SAFETY: SIG_IGN is no function but the number 1 in the place of one, so that only numbers can be compared.
            let earlier = unsafe unsafeBitCast(signal(number, SIG_IGN), to: UInt.self)
            return unsafe earlier != unsafeBitCast(SIG_IGN, to: UInt.self)
        }
        return InheritedState(blocked: blocked, effective: effective, fileMode: umask(0o077))
    }

    /// For the thread that calls the next program: the mask of signals is its own, and the program's after it.
    func restore() {
        var blocked = blocked
        for number in effective { signal(number, SIG_DFL) }
        umask(fileMode)
        // SAFETY: the call reads the one set that it is given.
        unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil)
    }
}
