import AccountStore
import Synchronization
import TestRig
import Testing

@testable import SecretServiceKeychain

/// The other programs that keep secrets, real ones: `make check-providers` installs them and runs this.
@Suite(.serialized) struct OtherProvidersTests {
    private typealias Contract = KeychainContract

    @Test(arguments: OtherProvider.allCases, KeychainContract.checks)
    func itKeepsTheContract(provider: OtherProvider, check: KeychainContract.Check) async throws {
        try await withProvider(provider) { _, keychain in try await check.run(keychain) }
    }

    /// What the agent keeps in memory rests on it.
    @Test(arguments: OtherProvider.allCases) func whatOthersDoIsHeard(provider: OtherProvider) async throws {
        try await withProvider(provider) { bus, keychain in
            let alice = try await keychain.create(Contract.account("alice"), secret: Contract.secret("old"))
            let told = Mutex(0)
            await keychain.watch { _ in told.withLock { $0 += 1 } }
            _ = try await keychain.records(.account)
            func isHeard(_ what: String, _ act: () async throws -> Void) async throws {
                // KeePassXC (2.7.4) sends no word of a change that comes while it writes the one before, for less than a second.
                if provider == .keePassXC { try await Task.sleep(for: .seconds(2)) }
                let before = told.withLock(\.self)
                try await act()
                try await eventually("news of \(what)", within: .seconds(20)) { told.withLock { $0 > before } }
            }
            try await isHeard("another secret") {
                try await bus.changeSecrets("set-secret", ["username=alice", "old", "new"])
            }
            #expect(try await Contract.text(keychain, alice) == "new")
            func changeState() async throws {
                try await bus.changeSecrets("set", ["username=alice", "state=needs-login"])
            }
            switch provider {
            case .keePassXC: try await isHeard("another attribute", changeState)
            // It sends no word of an attribute (5.103), only of secrets and of items.
            case .kWallet: try await changeState()
            }
            #expect(try await keychain.records(.account).first?.record.attributes["state"] == "needs-login")
            try await isHeard("a removal") { try await bus.changeSecrets("delete", ["username=alice"]) }
            try await isHeard("a lock") { try await SecretServiceKeychain(environment: bus.environment).lock() }
            #expect(try await keychain.isLocked())
        }
    }
}

/// A real provider on a private bus with a person before its windows, and a keychain on it.
func withProvider<Value>(
    _ kind: OtherProvider, _ body: (PrivateBus, SecretServiceKeychain) async throws -> Value
) async throws -> Value {
    let desktop = try await Desktop.start()
    do {
        let value = try await withBus { bus in
            let provider = try await kind.start(on: bus, at: desktop)
            do {
                var environment = bus.environment
                environment["DISPLAY"] = desktop.display
                let keychain = SecretServiceKeychain(environment: environment)
                let value = try await provider.attended { try await body(bus, keychain) }
                await provider.stop()
                return value
            } catch {
                await provider.stop()
                throw error
            }
        }
        await desktop.stop()
        return value
    } catch {
        await desktop.stop()
        throw error
    }
}
