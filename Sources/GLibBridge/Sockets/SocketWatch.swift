internal import CGio

/// Calls a closure on a GLib thread for each program that connects to a listening socket, until this is let go.
package final class SocketWatch: Sendable {
    private typealias Ready =
        @convention(c) (UnsafeMutablePointer<GSocket>?, GIOCondition, gpointer?) -> gboolean

    private let thread: GLibThread
    private let source = ThreadSource()

    package init(
        _ socket: LocalSocket, on thread: GLibThread, _ accepted: @escaping @Sendable (LocalSocket) -> Void
    ) {
        self.thread = thread
        let source = source
        thread.invoke {
            // A source of a socket calls its function with the socket and what happened.
            let ready: Ready = { _, _, data in unsafe ThreadSource.call(data) }
            let waiting = unsafe g_socket_create_source(socket.reference.pointer(as: GSocket.self), G_IO_IN, nil)
            unsafe source.attach(waiting, to: thread, function: unsafeBitCast(ready, to: GSourceFunc.self)) {
                while let program = socket.accept() { accepted(program) }
                return true
            }
        }
    }

    deinit {
        let source = source
        thread.invoke { source.destroy() }
    }
}
