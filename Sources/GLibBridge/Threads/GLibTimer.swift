internal import CGio
internal import Synchronization

/// One call of a closure on a GLib thread after a time, unless it is cancelled or let go before.
package final class GLibTimer: Sendable {
    private let thread: GLibThread
    private let source = ThreadSource()

    package init(after duration: Duration, on thread: GLibThread, _ action: @escaping @Sendable () -> Void) {
        self.thread = thread
        let source = source
        thread.invoke {
            unsafe source.attach(g_timeout_source_new(duration.wholeMilliseconds), to: thread) {
                action()
                return false
            }
        }
    }

    deinit { cancel() }

    package func cancel() {
        let source = source
        thread.invoke { source.destroy() }
    }
}

extension Duration {
    /// For GLib's time-outs: rounded up, so that a short one is not none, and cut to what GLib can hold.
    var wholeMilliseconds: UInt32 {
        let (seconds, attoseconds) = components
        let milliseconds = Double(seconds) * 1000 + (Double(attoseconds) / 1e15).rounded(.up)
        return UInt32(min(max(milliseconds, 0), Double(Int32.max)))
    }
}
