internal import CShims
internal import Glibc
internal import SoupTransport

/// What the agent settles about its own process before anything else: it will hold secrets.
enum AgentProcess {
    /// The descriptor of the status pipe, where there is one.
    static let statusDescriptor: Int32 = 3

    /// The descriptors that it was started with on purpose.
    struct Lent: Equatable {
        var hasStatusPipe = false
        /// Of a socket to the command that started it.
        var connection: Int32?

        fileprivate var descriptors: [Int32] {
            (hasStatusPipe ? [statusDescriptor] : []) + (connection.map { [$0] } ?? [])
        }
    }

    /// Call it first, while there is one thread.
    static func harden(keeping lent: Lent) {
        // One heap for all threads: one for each would keep what each of them once needed, and few work at a time.
        acctstore_limit_heaps(1)
        openStandardDescriptors()
        closeAll(but: lent.descriptors)
        // No other process of the person may read our memory, and no core file may hold it.
        _ = acctstore_set_dumpable(0)
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        umask(0o077)
        // libdispatch tells the system's log whenever its manager does not get the priority that only root has.
        setlogmask(1 << LOG_EMERG)
        TransportSecurity.refuseOldVersions()
        // A reader that went away is an error of the write, not the end of the agent.
        signal(SIGPIPE, SIG_IGN)
        // So is a file that would be longer than a limit allows.
        signal(SIGXFSZ, SIG_IGN)
        // No file system is kept busy by where the agent was started.
        _ = unsafe chdir("/")
    }

    /// Puts `/dev/null` where 0, 1 or 2 is closed, so that no socket takes such a number.
    private static func openStandardDescriptors() {
        var lowest: Int32
        repeat { lowest = unsafe open("/dev/null", O_RDWR) } while (0...2).contains(lowest)
        if lowest > 2 { close(lowest) }
    }

    /// Closes what is no standard stream and was not lent. What was goes to no program that is started from here.
    private static func closeAll(but lent: [Int32]) {
        var lowest = STDERR_FILENO + 1
        for descriptor in lent {
            while lowest < descriptor {
                close(lowest)
                lowest += 1
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            lowest = descriptor + 1
        }
        acctstore_close_from(lowest)
    }
}
