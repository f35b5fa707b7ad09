import AccountStore
import TestRig
import Testing

@testable import SecretServiceKeychain

/// A private bus of the tests' own user: a keychain in this process may use it, as it refuses another user's.
func withBus<Value>(_ body: (PrivateBus) async throws -> Value) async throws -> Value {
    let folder = try TemporaryFolder(user: .current)
    defer { folder.remove() }
    let bus = try await PrivateBus.start(in: folder)
    do {
        let value = try await body(bus)
        await bus.stop()
        return value
    } catch {
        await bus.stop()
        throw error
    }
}

/// A real gnome-keyring on a private bus, and a keychain on it.
func withKeyring<Value>(
    _ start: GnomeKeyring.Start = .unlocked,
    _ body: (PrivateBus, GnomeKeyring, SecretServiceKeychain) async throws -> Value
) async throws -> Value {
    try await withBus { bus in
        let keyring = try await GnomeKeyring.start(on: bus, start)
        do {
            let value = try await body(bus, keyring, SecretServiceKeychain(environment: bus.environment))
            await keyring.stop()
            return value
        } catch {
            await keyring.stop()
            throw error
        }
    }
}

/// A stand-in for the Secret Service that behaves as told, and a keychain on it that waits for little.
func withFake<Value>(
    _ behaviour: FakeSecretService.Behaviour,
    _ body: (FakeSecretService, SecretServiceKeychain) async throws -> Value
) async throws -> Value {
    try await withBus { bus in
        let fake = try await FakeSecretService.start(on: bus, behaviour)
        var limits = Limits(environment: [:])
        limits.prompt = .milliseconds(300)
        limits.call = .seconds(2)
        do {
            let value = try await body(fake, SecretServiceKeychain(environment: bus.environment, limits: limits))
            await fake.stop()
            return value
        } catch {
            await fake.stop()
            throw error
        }
    }
}

extension FakeSecretService {
    /// The calls, with every line read: the process prints each before it answers, and all that it printed is there
    /// once it has ended.
    func settledCalls() async -> [String] {
        await stop()
        return calls
    }
}
