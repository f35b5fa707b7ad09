import AccountModel
import AccountStore
import AccountStoreTesting
import Synchronization

/// Holds renewals back until they are let go.
final class HeldTransport: Transport {
    private let base: RecordingTransport
    private let state = Mutex((begun: 0, isOpen: false))

    init(_ base: RecordingTransport) {
        self.base = base
    }

    func release() {
        state.withLock { $0.isOpen = true }
    }

    /// Holds those back that come from now on.
    func hold() {
        state.withLock { $0 = (begun: 0, isOpen: false) }
    }

    func waitForRenewal() async {
        while state.withLock({ $0.begun == 0 }) { try? await Task.sleep(for: .milliseconds(2)) }
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> Response {
        try await base.send(request)
    }

    func exchange(_ request: TransportRequest) async throws(TransportError) -> SecretResponse {
        state.withLock { $0.begun += 1 }
        while state.withLock({ !$0.isOpen }) { try? await Task.sleep(for: .milliseconds(2)) }
        return try await base.exchange(request)
    }
}

extension StoreFixture {
    /// Another agent over the same keychain.
    func store(
        on transport: any Transport, keychains: (any KeychainChoice)? = nil, carried: CarriedFiles? = nil
    ) -> Store {
        let settings = settings
        return Store(
            keychain: keychain, keychains: keychains, transport: transport, callbacks: callbacks,
            prompter: prompter, clock: clock, services: services, renewals: renewals, log: log, carried: carried
        ) { () throws(BrokerError) in settings }
    }
}

extension Store {
    /// The person at a terminal.
    var terminal: StoreBroker {
        broker(for: Caller(program: .terminal, instance: .init(rawValue: "1"), isRunning: { true }))
    }
}
