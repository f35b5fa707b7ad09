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
    ///   - isRaised: whether the limit is raised as far as may be, which programs that are started inherit.
    package static func check(for program: String, least: Int, raising isRaised: Bool) throws(BrokerError) {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        // SAFETY: getrlimit(2) fills the structure it is given, and setrlimit(2) reads it.
        guard unsafe getrlimit(resource, &limit) == 0 else { return }
        if isRaised, limit.rlim_cur < usual, limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = min(usual, limit.rlim_max)
            _ = unsafe setrlimit(resource, &limit)
        }
        guard limit.rlim_cur < rlim_t(least) else { return }
        let mayBeRaised = limit.rlim_max >= rlim_t(least)
        throw BrokerError(
            .unavailable, "a process may have \(limit.rlim_cur) files open here, and \(program) needs \(least)",
            nextStep: mayBeRaised
                ? "ulimit -n \(min(usual, limit.rlim_max))"
                : "Run it where more may be open: ulimit -Hn tells how many.")
    }
}
