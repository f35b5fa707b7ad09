import CGio
import CLibsoup
import GLibBridge
import Synchronization

/// How far a request came: told by libsoup on the network thread, and by whoever feeds its body.
///
/// Apart from `Exchange`, which the message's handlers must not keep alive: it ends when nobody reads its answer.
final class RequestProgress: Sendable {
    private let hasStarted = Atomic(false)
    private let trouble = Mutex<String?>(nil)

    /// Whether libsoup began to write the request: before that, nothing reached the service.
    var mayHaveArrived: Bool { hasStarted.load(ordering: .acquiring) }

    /// Why the request's body could not be sent whole.
    var bodyTrouble: String? { trouble.withLock { $0 } }

    func noteBodyTrouble(_ words: String) {
        trouble.withLock { $0 = words }
    }

    /// Listens to the message's signals. On the network thread.
    func follow(_ message: GObjectReference) {
        let starting: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
            unsafe UserData<RequestProgress>.peek(data)?.hasStarted.store(true, ordering: .releasing)
        }
        // The signal's C type is that of `starting`; GCallback is GLib's type for any of them.
        connect(unsafe unsafeBitCast(starting, to: GCallback.self), to: "starting", of: message)
    }

    private func connect(_ callback: @escaping GCallback, to signal: String, of message: GObjectReference) {
        _ = unsafe g_signal_connect_data(
            UnsafeMutableRawPointer(message.opaque), signal, callback, UserData.retained(self),
            { data, _ in unsafe UserData<RequestProgress>.release(data) }, GConnectFlags(rawValue: 0))
    }
}
