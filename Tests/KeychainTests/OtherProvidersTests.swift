import TestRig
import Testing

@testable import SecretServiceKeychain

/// The other programs that keep secrets, real ones: `make check-providers` installs them and runs this.
@Suite(.serialized) struct OtherProvidersTests {
    @Test(arguments: OtherProvider.allCases, KeychainContract.checks)
    func itKeepsTheContract(provider: OtherProvider, check: KeychainContract.Check) async throws {
        try await withProvider(provider) { _, keychain in try await check.run(keychain) }
    }
}

/// A real provider on a private bus with a person before its windows, and a keychain on it.
func withProvider<Value>(
    _ kind: OtherProvider, _ body: (any SecretsProvider, SecretServiceKeychain) async throws -> Value
) async throws -> Value {
    let desktop = try await Desktop.start()
    do {
        let value = try await withBus { bus in
            let provider = try await kind.start(on: bus, at: desktop)
            do {
                var environment = bus.environment
                environment["DISPLAY"] = desktop.display
                let keychain = SecretServiceKeychain(environment: environment)
                let value = try await provider.attended { try await body(provider, keychain) }
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
