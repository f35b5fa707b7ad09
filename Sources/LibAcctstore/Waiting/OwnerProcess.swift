internal import AccountModel
internal import AgentClient
internal import Glibc

/// The process that used the library first. A fork of it has none of its threads, and can do nothing with it.
enum OwnerProcess {
    private static let pid = getpid()

    static var isThis: Bool { getpid() == pid }

    /// Throws `forked` in a fork.
    static func check() throws(BrokerError) {
        guard isThis else {
            throw BrokerError(
                .forked, "process \(getpid()) is a fork of \(pid), which used the account store before",
                nextStep: "execute a program in the fork, or fork before the first use")
        }
    }

    /// Starts the thread on which answers arrive, with every signal blocked in it and in what it starts: signals are for
    /// the host's own threads.
    static func startThread() {
        var (all, before) = (sigset_t(), sigset_t())
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        AgentClient.task {}
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
