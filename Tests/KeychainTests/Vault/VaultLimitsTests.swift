import AccountModel
import AccountStore
import Dispatch
import SecretBytes
import TestRig
import Testing

@testable import VaultKeychain

/// How much a vault takes of what there is little of.
@Suite struct VaultLimitsTests {
    private typealias Contract = KeychainContract

    @Test func aVaultThatCouldNotBeReadAgainIsNotWritten() async throws {
        try await withVault { vault in
            let before = try vault.bytes
            // One text, which all of them share.
            let text = String(repeating: "x", count: 4 << 20)
            let records = (0..<65).map { number in
                NewRecord(Contract.account("a\(number)", ["description": text]), secret: VaultFixture.secret("x"))
            }
            let error = await #expect(throws: KeychainError.self) { try await vault.keychain.create(records) }
            #expect(error?.code == .refused && error?.message.contains("longer than 256 MiB") == true)
            #expect(try vault.bytes == before)
            #expect(try await vault.keychain.records(.account).isEmpty)
        }
    }

    @Test func theContentTakesNoLockedMemory() async throws {
        try await withVault { vault in
            _ = try await vault.keychain.create(Contract.account("alice"), secret: VaultFixture.secret("of alice"))
            let content = try await vault.keychain.opened().content
            let encoded = try RecordCoding.encode(content.records)
            let (count, isLocked) = (encoded.count, encoded.isLocked)
            #expect(count > 0 && !isLocked)
            var growing = SecretBytes(unlocked: 1)
            for _ in 0..<10_000 { growing.append(7) }
            let isGrownLocked = growing.isLocked
            #expect(!isGrownLocked)
        }
    }

    @Test func anOpenVaultIsReadWhileAPassphraseIsTried() async throws {
        try await withVault { vault in
            let (blocked, unblock) = AsyncStream<Void>.makeStream()
            let gate = DispatchSemaphore(value: 0)
            let guess = Task {
                try await vault.keychain.keyMaker.guess { () throws(KeychainError) in
                    unblock.finish()
                    gate.wait()
                }
            }
            for await _ in blocked {}
            #expect(try await vault.keychain.records(.account).isEmpty)
            _ = try await vault.keychain.create(Contract.account("alice"), secret: VaultFixture.secret("x"))
            gate.signal()
            try await guess.value
        }
    }

    @Test func onlyTheProgramThatGuessedWrongHasToWait() async throws {
        let keys = KeyMaker(pause: .seconds(600))
        let guesser = Caller(
            program: .executable("/usr/bin/guesser"), instance: .init(rawValue: "1"), isRunning: { true })
        let counter = Counter()
        for _ in 0..<2 {
            Task {
                await Caller.$current.withValue(guesser) {
                    _ = try? await keys.guess { () throws(KeychainError) in
                        counter.add()
                        throw KeychainError(.locked, "wrong")
                    }
                    counter.add()
                }
            }
        }
        try await eventually("the first guess") { counter.count > 0 }
        // Each of them runs behind what was begun before it.
        for _ in 0..<50 { try await keys.guess { () throws(KeychainError) in } }
        #expect(counter.count == 1)
    }

    @Test func onlyWhatIsUsedKeepsItOpen() async throws {
        try await withVault { vault in
            let keychain = vault.keychain
            let alice = try await keychain.create(Contract.account("alice"), secret: VaultFixture.secret("of alice"))
            func lastUse() -> ContinuousClock.Instant? { keychain.state.close(unusedFor: .seconds(900)).lastUse }
            let opened = try #require(lastUse())
            _ = await keychain.mark()
            _ = await keychain.glance(at: [.account])
            #expect(try await !keychain.isLocked())
            // A program that is then denied makes these looks too.
            _ = try await keychain.records(.account)
            #expect(lastUse() == opened)
            var last = opened
            for use in [
                { _ = try await keychain.secrets(of: [alice]) }, { keychain.noteUse() },
                { try await keychain.update(alice, to: Contract.account("alice"), secret: nil) },
            ] as [@Sendable () async throws -> Void] {
                try await use()
                let now = try #require(lastUse())
                #expect(now > last)
                last = now
            }
        }
    }
}
