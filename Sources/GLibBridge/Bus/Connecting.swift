internal import CGio
internal import Synchronization

/// One attempt to connect, which ends with the first of its result and its time-out.
///
/// A cancellable alone is not enough: GDBus does not look at it while it waits for the bus to answer `Hello`.
final class Connecting: Sendable {
    typealias Outcome = Result<GObjectReference, GLibError>

    /// What is connected to.
    enum Target: Sendable {
        /// The bus at this address.
        case bus(String)
        /// The program at the other end of a socket.
        case peer(LocalSocket, PeerRole)
    }

    private let continuation: Mutex<CheckedContinuation<Outcome, Never>?>
    let cancellable = Cancellable()

    private init(_ continuation: CheckedContinuation<Outcome, Never>) {
        self.continuation = Mutex(continuation)
    }

    static func connect(to target: Target, on thread: GLibThread, timeout: Duration) async -> Outcome {
        let timer = Mutex<GLibTimer?>(nil)
        let outcome = await withCheckedContinuation { continuation in
            let attempt = Connecting(continuation)
            timer.withLock { $0 = GLibTimer(after: timeout, on: thread) { attempt.expire() } }
            thread.invoke {
                switch target {
                case .bus(let address): attempt.start(address)
                case .peer(let socket, let role): attempt.start(over: socket, as: role)
                }
            }
        }
        timer.withLock { $0 = nil }
        return outcome
    }

    private func start(_ address: String) {
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        unsafe g_dbus_connection_new_for_address(
            address, flags, nil, cancellable.pointer,
            { _, result, data in
                unsafe UserData<Connecting>.take(data)?.finish { slot in
                    unsafe g_dbus_connection_new_for_address_finish(result, slot)
                }
            }, UserData.retained(self))
    }

    /// Hands on what GDBus gave.
    func finish(_ take: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> OpaquePointer?) {
        finish(
            Result { () throws(GLibError) in
                let connection = unsafe try withGError(take)
                guard let reference = unsafe GObjectReference(taking: connection) else {
                    throw .invalidArgument("GDBus gave neither a connection nor an error")
                }
                // A program decides itself what the loss of its bus means; GDBus would end the process.
                unsafe g_dbus_connection_set_exit_on_close(reference.opaque, 0)
                return reference
            })
    }

    private func expire() {
        cancellable.cancel()
        finish(.failure(.timedOut("The other end does not answer.")))
    }

    /// A connection that comes too late is closed as its last reference goes.
    private func finish(_ outcome: Outcome) {
        let continuation = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        continuation?.resume(returning: outcome)
    }
}
