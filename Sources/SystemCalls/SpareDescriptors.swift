internal import Glibc

/// What this process may still open (RLIMIT_NOFILE of getrlimit(2)).
///
/// GLib ends a process that has no descriptor left for a thread's wake-up. So whoever takes as many as others want looks here,
/// and leaves some.
package enum SpareDescriptors {
    /// Whether there are so many. Nothing is opened for the look, which could leave none to another thread.
    ///
    /// - Parameter count: how many are wanted.
    package static func areLeft(_ count: Int) -> Bool {
        let limit = limit
        var (number, left) = (Int32(0), count)
        // Each number is looked at once: other threads open and close meanwhile.
        while left > 0, number < limit {
            if fcntl(number, F_GETFD) < 0 { left -= 1 }
            number += 1
        }
        return left == 0
    }

    /// Whether a descriptor that was just opened is among the last: a new one has the lowest number that is free.
    ///
    /// - Parameters:
    ///   - descriptor: the new one.
    ///   - count: how many are to be left.
    package static func isAmongLast(_ descriptor: Int32, of count: Int) -> Bool {
        descriptor >= limit - Int32(clamping: count)
    }

    private static var limit: Int32 {
        var limit = rlimit()
        // SAFETY: getrlimit(2) fills the structure it is given.
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
        return Int32(clamping: limit.rlim_cur)
    }
}
