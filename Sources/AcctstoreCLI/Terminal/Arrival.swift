import AccountModel
import Dispatch
import Glibc

/// Waits for input that somebody else is to read.
enum Arrival {
    /// Returns when there is something to read, which of a terminal is a whole line, or when the input has ended.
    ///
    /// - Returns: whether there is something to read.
    @discardableResult
    static func wait(on descriptor: Descriptor) async -> Bool {
        await withCheckedContinuation { arrived in
            // A person may take long: no thread of the pool waits for that.
            DispatchQueue(label: "arrival").async {
                var watched = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
                // SAFETY: the pointer is to one entry, as its count says.
                while unsafe poll(&watched, 1, -1) < 0, errno == EINTR {}
                var waiting: Int32 = 0
                // SAFETY: FIONREAD writes one number, and that is what it is given.
                let isTold = unsafe ioctl(descriptor.rawValue, UInt(FIONREAD), &waiting) == 0
                arrived.resume(returning: !isTold || waiting > 0)
            }
        }
    }
}
