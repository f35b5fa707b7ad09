internal import CGio
internal import Synchronization

/// Calls a closure on a GLib thread for each program that connects to a listening socket, until this is let go.
package final class SocketWatch: Sendable {
    private typealias Ready =
        @convention(c) (UnsafeMutablePointer<GSocket>?, GIOCondition, gpointer?) -> gboolean

    private enum State {
        case watching(ThreadSource)
        case pausing(GLibTimer)
        case ended
    }

    private let socket: LocalSocket
    private let thread: GLibThread
    private let accepted: @Sendable (LocalSocket) -> Void
    private let state = Mutex(State.ended)

    /// What cannot be let in stays at the door, and would be told of again at once, for ever.
    private static let pause = Duration.milliseconds(500)

    package init(
        _ socket: LocalSocket, on thread: GLibThread, _ accepted: @escaping @Sendable (LocalSocket) -> Void
    ) {
        self.socket = socket
        self.thread = thread
        self.accepted = accepted
        watch()
    }

    deinit {
        guard case .watching(let source) = state.withLock({ $0 }) else { return }
        thread.invoke { source.destroy() }
    }

    private func watch() {
        let source = ThreadSource()
        state.withLock { $0 = .watching(source) }
        thread.invoke { [socket, thread, weak self] in
            // A source of a socket calls its function with the socket and what happened.
            let ready: Ready = { _, _, data in unsafe ThreadSource.call(data) }
            let waiting = unsafe g_socket_create_source(socket.reference.pointer(as: GSocket.self), G_IO_IN, nil)
            unsafe source.attach(waiting, to: thread, function: unsafeBitCast(ready, to: GSourceFunc.self)) {
                [weak self] in
                self?.letIn() ?? false
            }
        }
    }

    /// Whether there is to be watched on.
    private func letIn() -> Bool {
        do throws(GLibError) {
            while let program = try socket.accept() { accepted(program) }
            return true
        } catch {
            let timer = GLibTimer(after: SocketWatch.pause, on: thread) { [weak self] in self?.watch() }
            let source = state.withLock { state -> ThreadSource? in
                defer { state = .pausing(timer) }
                if case .watching(let source) = state { return source }
                return nil
            }
            // It may not be let go in the midst of its own call.
            thread.invoke { source?.destroy() }
            return false
        }
    }
}
