internal import CGio

/// Signals of the kernel as an asynchronous sequence, for an orderly end of a program.
package enum UnixSignals {
    /// The numbers of the given signals as they arrive; their usual effect is off from when this returns.
    ///
    /// - Parameter numbers: of SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2 and SIGWINCH, which are those GLib serves.
    package static func stream(of numbers: [Int32], on thread: GLibThread) async -> AsyncStream<Int32> {
        let (stream, continuation) = AsyncStream<Int32>.makeStream()
        let sources = await thread.run {
            numbers.map { number in
                let source = ThreadSource()
                unsafe source.attach(g_unix_signal_source_new(number), to: thread) {
                    continuation.yield(number)
                    return true
                }
                return source
            }
        }
        continuation.onTermination = { _ in
            thread.invoke { for source in sources { source.destroy() } }
        }
        return stream
    }
}
