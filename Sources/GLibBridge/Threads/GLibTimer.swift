internal import CGio
internal import Synchronization

/// One call of a closure on a GLib thread after a time, unless it is cancelled or let go before.
package final class GLibTimer: Sendable {
    private let thread: GLibThread
    private let source: TimerSource

    package init(after duration: Duration, on thread: GLibThread, _ action: @escaping @Sendable () -> Void) {
        let source = TimerSource(milliseconds: duration.wholeMilliseconds, action: action)
        self.thread = thread
        self.source = source
        thread.invoke { source.attach(to: thread) }
    }

    deinit { cancel() }

    package func cancel() {
        let source = source
        thread.invoke { source.destroy() }
    }
}

/// The GSource; made, fired and destroyed on the GLib thread alone.
@safe
private final class TimerSource: @unchecked Sendable {
    private let milliseconds: UInt32
    private let action: @Sendable () -> Void
    private var source: UnsafeMutablePointer<GSource>?

    init(milliseconds: UInt32, action: @escaping @Sendable () -> Void) {
        self.milliseconds = milliseconds
        self.action = action
    }

    func attach(to thread: GLibThread) {
        let source = unsafe g_timeout_source_new(milliseconds)
        unsafe g_source_set_callback(
            source,
            { data in
                unsafe UserData<@Sendable () -> Void>.peek(data)?()
                return 0  // G_SOURCE_REMOVE: once only
            }, UserData<@Sendable () -> Void>.retained(action), { unsafe UserData<@Sendable () -> Void>.release($0) })
        unsafe g_source_attach(source, thread.context)
        unsafe self.source = source
    }

    func destroy() {
        guard let source = unsafe source else { return }
        unsafe g_source_destroy(source)
        unsafe g_source_unref(source)
        unsafe self.source = nil
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
