public import AccountStore
import SecretBytes
import Synchronization

/// A listener at no port: a test says which requests come, and what is in the way.
public final class ScriptedCallbacks: CallbackListening {
    private struct State: Sendable {
        var trouble: CallbackTrouble?
        var addresses: [CallbackAddress] = []
        var receiver: (any CallbackReceiver)?
        var isOpen = false
    }

    private let state = Mutex(State())
    /// What the system chooses where no port is named.
    private static let chosenPort: UInt16 = 49152

    /// Callbacks at which nobody has come back yet.
    public init() {}

    /// Lets every later call fail; `nil` ends that.
    public func fail(with trouble: CallbackTrouble?) {
        state.withLock { $0.trouble = trouble }
    }

    /// What was listened at, in order.
    public var addresses: [CallbackAddress] { state.withLock { $0.addresses } }

    /// Whether the listener that was opened last is open still.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Lets the browser come back with this query; the page that it gets, or `nil` where nothing is open.
    public func comeBack(with query: String) -> CallbackPage? {
        let receiver = state.withLock { $0.isOpen ? $0.receiver : nil }
        return receiver?.receive(SharedSecret(SecretBytes(copying: query.utf8)))
    }

    /// Lets the time of the listener be over.
    public func passTime() {
        close()
        state.withLock { $0.receiver }?.timeIsOver()
    }

    public func listen(
        at address: CallbackAddress, seconds: Int, for receiver: any CallbackReceiver
    ) async throws(CallbackTrouble) -> any CallbackListener {
        let trouble = state.withLock { state in
            state.addresses.append(address)
            if state.trouble == nil {
                state.receiver = receiver
                state.isOpen = true
            }
            return state.trouble
        }
        if let trouble { throw trouble }
        return Door(url: address.url(port: address.port ?? ScriptedCallbacks.chosenPort), callbacks: self)
    }

    private func close() {
        state.withLock { $0.isOpen = false }
    }

    private struct Door: CallbackListener {
        let url: String
        let callbacks: ScriptedCallbacks

        func close() { callbacks.close() }
    }
}
