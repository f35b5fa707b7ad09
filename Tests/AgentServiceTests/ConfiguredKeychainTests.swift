import AccountModel
import AccountStore
import AccountStoreTesting
import SecretBytes
import Synchronization
import TestRig
import Testing

@testable import AgentService

/// The keychain that the configuration names, while somebody edits that.
@Suite struct ConfiguredKeychainTests {
    private let kind = Kind()
    private let noVault = KeychainError(.notConfigured, "there is no place for a vault")

    private final class Kind: Sendable {
        private let value = Mutex(KeychainKind.secretService)

        var current: KeychainKind { value.withLock { $0 } }

        func set(_ kind: KeychainKind) { value.withLock { $0 = kind } }
    }

    private func configured(_ keyring: any Keychain) -> ConfiguredKeychain {
        ConfiguredKeychain(secretService: keyring, vault: .failure(noVault), configuration: nil, state: nil) { [kind] in
            kind.current
        }
    }

    private let record = Record(schema: .account, attributes: [:], label: "alice")

    @Test func aChangeEndsInTheKeychainThatItBeganWith() async throws {
        let keyring = MemoryKeychain()
        let keychain = configured(keyring)
        try await keychain.exclusively {
            kind.set(.vault)
            #expect(try keychain.kindInUse() == .secretService)
            // As a change is made, which nobody's end cuts short.
            try await Task {
                _ = try await keychain.records(.account)
                _ = try await keychain.create(record, secret: SharedSecret(SecretBytes(copying: "x".utf8)))
            }.value
        }
        #expect(try await keyring.records(.account).count == 1)
        await #expect(throws: noVault) { try await keychain.records(.account) }
    }

    @Test func noKeychainIsNamedThatMayNotBeTheOne() async throws {
        let unreadable = KeychainError(.notConfigured, "the configuration cannot be read")
        let keychain = ConfiguredKeychain(
            secretService: MemoryKeychain(), vault: .failure(noVault), configuration: nil, state: nil
        ) { () throws(KeychainError) in throw unreadable }
        let glance = await keychain.glance(at: [.account])
        #expect(glance.status.kind.isEmpty && glance.status.state == .unknown)
        #expect(glance.trouble == unreadable)
    }

    @Test func nothingIsRememberedBeforeNewsAreHeard() async throws {
        let (attached, attach) = AsyncStream<Void>.makeStream()
        let keyring = SlowToWatch(attached)
        let keychain = configured(keyring)
        kind.set(.vault)
        await keychain.watch { _ in }
        kind.set(.secretService)
        _ = try await keychain.records(.account)
        #expect(await keychain.mark() == nil)
        attach.finish()
        try await eventually("it is watched") { keyring.isWatched }
        while await keychain.mark() == nil { await Task.yield() }
    }
}

/// Tells its news from when it is let, as a bus does that has to answer first.
private final class SlowToWatch: StandInKeychain {
    private let attached: AsyncStream<Void>
    private let watched = Mutex(false)
    let keychain = MemoryKeychain(tellsNews: true)

    init(_ attached: AsyncStream<Void>) {
        self.attached = attached
    }

    var isWatched: Bool { watched.withLock { $0 } }

    func watch(_ told: @escaping @Sendable (KeychainNews) -> Void) async {
        for await _ in attached {}
        await keychain.watch(told)
        watched.withLock { $0 = true }
    }

    func mark() async -> KeychainMark? { await keychain.mark() }
}
