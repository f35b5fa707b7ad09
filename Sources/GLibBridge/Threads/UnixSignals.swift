internal import CGio

/// Signals of the kernel as an asynchronous sequence, for an orderly end of a program.
package enum UnixSignals {
    /// The numbers of the given signals as they arrive; their usual effect is off from when this returns.
    ///
    /// - Parameter numbers: of SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2 and SIGWINCH, which are those GLib serves.
    package static func stream(of numbers: [Int32], on thread: GLibThread) async -> AsyncStream<Int32> {
        let (stream, continuation) = AsyncStream<Int32>.makeStream()
        let sources = await thread.run {
            numbers.map { SignalSource(number: $0, thread: thread, continuation: continuation) }
        }
        continuation.onTermination = { _ in
            thread.invoke { for source in sources { source.destroy() } }
        }
        return stream
    }
}

/// One GSource of a signal; made, fired and destroyed on the GLib thread alone.
@safe
private final class SignalSource: @unchecked Sendable {
    private struct Event: Sendable {
        let number: Int32
        let continuation: AsyncStream<Int32>.Continuation
    }

    private let source: UnsafeMutablePointer<GSource>

    init(number: Int32, thread: GLibThread, continuation: AsyncStream<Int32>.Continuation) {
        unsafe source = g_unix_signal_source_new(number)
        unsafe g_source_set_callback(
            source,
            { data in
                if let event = unsafe UserData<Event>.peek(data) { event.continuation.yield(event.number) }
                return 1  // G_SOURCE_CONTINUE
            }, UserData.retained(Event(number: number, continuation: continuation)),
            { unsafe UserData<Event>.release($0) })
        unsafe g_source_attach(source, thread.context)
    }

    func destroy() {
        unsafe g_source_destroy(source)
        unsafe g_source_unref(source)
    }
}
