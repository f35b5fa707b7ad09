internal import Glibc

/// How many files a process may have open (RLIMIT_NOFILE of getrlimit(2)).
///
/// GLib ends a process that has no descriptor left for a thread's wake-up, so that this is looked at before its first thread.
package enum DescriptorLimit {
    /// As many as processes have by default.
    private static let usual: rlim_t = 1024

    /// Throws `unavailable` where fewer files may be open than a program needs.
    ///
    /// - Parameters:
    ///   - program: its name, for the message.
    ///   - least: what it needs.
    ///   - isRaised: whether the limit is raised as far as may be. A program that is started from there is to be given the
    ///     usual one again, which some take all numbers up to for open files, or for what they may wait for by select(2).
    package static func check(for program: String, least: Int, raising isRaised: Bool) throws(BrokerError) {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        // SAFETY: getrlimit(2) fills the structure it is given, and setrlimit(2) reads it.
        guard unsafe getrlimit(resource, &limit) == 0 else { return }
        // The kernel takes no more than fs.nr_open (proc(5)), where the hard limit is above that.
        for wanted in [limit.rlim_max, min(usual, limit.rlim_max)] where isRaised && limit.rlim_cur < wanted {
            var raised = rlimit(rlim_cur: wanted, rlim_max: limit.rlim_max)
            if unsafe setrlimit(resource, &raised) == 0 { limit = raised }
        }
        guard limit.rlim_cur < rlim_t(least) else { return }
        let step = limit.rlim_max >= rlim_t(least) ? "ulimit -n \(min(usual, limit.rlim_max))" : elsewhere
        throw shortage(under: limit, "\(program) needs \(least)", nextStep: step)
    }

    /// For what needs more than there are left.
    ///
    /// - Parameter need: what needs how many.
    package static func shortage(_ need: String) -> BrokerError {
        var limit = rlimit()
        // SAFETY: getrlimit(2) fills the structure it is given.
        _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        // What took them may be through with them soon.
        return shortage(under: limit, need, nextStep: "try again\n\(elsewhere)")
    }

    private static let elsewhere = "run it where more may be open, as many as this tells\nulimit -Hn"

    private static func shortage(under limit: rlimit, _ need: String, nextStep: String) -> BrokerError {
        BrokerError(
            .unavailable, "a process may have \(limit.rlim_cur) files open here, and \(need)", nextStep: nextStep)
    }
}
