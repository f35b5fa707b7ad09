internal import CGio

/// Calls a closure on a GLib thread for each program that connects to a listening socket, until this is let go.
package final class SocketWatch: Sendable {
    private let thread: GLibThread
    private let source: AcceptSource

    package init(
        _ socket: LocalSocket, on thread: GLibThread, _ accepted: @escaping @Sendable (LocalSocket) -> Void
    ) {
        let source = AcceptSource(socket, accepted)
        self.thread = thread
        self.source = source
        thread.invoke { source.attach(to: thread) }
    }

    deinit {
        let source = source
        thread.invoke { source.destroy() }
    }
}

/// The GSource; made, fired and destroyed on the GLib thread alone.
@safe
private final class AcceptSource: @unchecked Sendable {
    private struct Listener: Sendable {
        let socket: LocalSocket
        let accepted: @Sendable (LocalSocket) -> Void
    }

    private let listener: Listener
    private var source: UnsafeMutablePointer<GSource>?

    init(_ socket: LocalSocket, _ accepted: @escaping @Sendable (LocalSocket) -> Void) {
        listener = Listener(socket: socket, accepted: accepted)
    }

    private typealias Ready =
        @convention(c) (UnsafeMutablePointer<GSocket>?, GIOCondition, gpointer?) -> gboolean

    func attach(to thread: GLibThread) {
        let source = unsafe g_socket_create_source(
            listener.socket.reference.pointer(as: GSocket.self), G_IO_IN, nil)
        let ready: Ready = { _, _, data in
            if let listener = unsafe UserData<Listener>.peek(data) {
                while let socket = listener.socket.accept() { listener.accepted(socket) }
            }
            return 1  // G_SOURCE_CONTINUE
        }
        // A source of a socket calls its function with the socket and what happened, as above.
        unsafe g_source_set_callback(
            source, unsafeBitCast(ready, to: GSourceFunc.self), UserData.retained(listener),
            { unsafe UserData<Listener>.release($0) })
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
