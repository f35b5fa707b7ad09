import CGio
import CLibsoup
import GLibBridge
import Synchronization

/// One request under way: how far it came, and the way to stop it.
///
/// Apart from `Exchange`, which the message's signals must not keep alive: it ends when nobody reads its answer.
final class RequestProgress: Sendable {
    /// Given to every call that waits. It is cancelled through `cancel` alone.
    let cancellable = Cancellable()
    private let thread: GLibThread
    private let started = Atomic(false)
    private let stopped = Atomic(false)
    private let expired = Atomic(false)
    private let trouble = Mutex<String?>(nil)
    private let socket = Mutex<GObjectReference?>(nil)

    init(thread: GLibThread) {
        self.thread = thread
    }

    /// Whether libsoup began to write the request: before that, nothing reached the service.
    var mayHaveArrived: Bool { started.load(ordering: .acquiring) }

    /// Whether the exchange was stopped from here, for whatever reason: what libsoup tells after that, be it an error
    /// or the end of an answer, may be no more than the end of the socket.
    var isStopped: Bool { stopped.load(ordering: .acquiring) }

    /// Whether the time of the exchange was over.
    var hasExpired: Bool { expired.load(ordering: .acquiring) }

    /// Why the request's body could not be sent whole.
    var bodyTrouble: String? { trouble.withLock { $0 } }

    func noteStart() {
        started.store(true, ordering: .releasing)
    }

    func noteConnection(_ socket: GObjectReference) {
        self.socket.withLock { $0 = socket }
    }

    /// Stops the request. From any thread, also when nothing is left to stop.
    ///
    /// The socket goes first: libsoup ends a chunked body that it gives up with the chunk that says "this was all".
    /// All of it on the network thread: handlers of a GCancellable run where it is cancelled, and those of libsoup
    /// would run beside libsoup.
    func cancel() {
        stopped.store(true, ordering: .releasing)
        thread.invoke {
            if let socket = self.socket.withLock({ $0 }) {
                withExtendedLifetime(socket) {
                    _ = unsafe g_socket_shutdown(socket.pointer(as: GSocket.self), 1, 1, nil)
                }
            }
            self.cancellable.cancel()
        }
    }

    func expire() {
        expired.store(true, ordering: .releasing)
        cancel()
    }

    func breakOff(_ words: String) {
        trouble.withLock { $0 = words }
        cancel()
    }
}
