internal import Synchronization

/// A cancellable that is cancelled when its time is over: no call into GLib waits for ever.
///
/// The clock runs on a GLib thread that must not be the one that makes the blocking call.
package final class Deadline: Sendable {
    package let cancellable: Cancellable
    private let timer: GLibTimer
    private let expiry: Expiry

    package init(after duration: Duration, on timers: GLibThread) {
        let cancellable = Cancellable()
        let expiry = Expiry()
        self.cancellable = cancellable
        self.expiry = expiry
        timer = GLibTimer(after: duration, on: timers) {
            expiry.hasExpired.withLock { $0 = true }
            cancellable.cancel()
        }
    }

    /// Whether the time was over; false when the call was cancelled by its task.
    package var hasExpired: Bool { expiry.hasExpired.withLock { $0 } }

    private final class Expiry: Sendable {
        let hasExpired = Mutex(false)
    }
}
