import AccountModel
import AccountStore
import AccountStoreTesting
import TestRig
import Testing

@testable import VaultKeychain

/// How a vault gets a passphrase, and another one.
@Suite struct VaultPassphraseTests {
    private typealias Contract = KeychainContract

    @Test func whoeverBreaksOffTheChangeOfAPassphraseKeepsTheOldOne() async throws {
        try await withVault { vault in
            let before = try vault.bytes
            let changing = Task {
                await Contract.code {
                    try await vault.keychain.changePassphrase(
                        from: VaultFixture.secret(VaultFixture.passphrase), to: VaultFixture.secret("new"))
                }
            }
            changing.cancel()
            #expect(await changing.value == .cancelled)
            #expect(try vault.bytes == before)
        }
    }

    @Test func anotherPassphraseShutsOutTheOldOneAndOtherProcesses() async throws {
        try await withVault { vault in
            let alice = try await vault.keychain.create(
                Contract.account("alice"), secret: VaultFixture.secret("of alice"))
            let other = try vault.another()
            try await other.unlock(with: VaultFixture.secret(VaultFixture.passphrase))
            let before = try vault.bytes
            #expect(
                await Contract.code {
                    try await vault.keychain.changePassphrase(
                        from: VaultFixture.secret("wrong"), to: VaultFixture.secret("new"))
                } == .locked)
            #expect(
                await Contract.code {
                    try await vault.keychain.changePassphrase(
                        from: VaultFixture.secret(VaultFixture.passphrase), to: VaultFixture.secret(""))
                } == .refused)
            #expect(try vault.bytes == before)
            try await vault.keychain.changePassphrase(
                from: VaultFixture.secret(VaultFixture.passphrase), to: VaultFixture.secret("new"))
            #expect(try await Contract.text(vault.keychain, alice) == "of alice")
            #expect(try await other.isLocked())
            #expect(
                await Contract.code { try await other.unlock(with: VaultFixture.secret(VaultFixture.passphrase)) }
                    == .locked)
            try await other.unlock(with: VaultFixture.secret("new"))
            #expect(try await Contract.text(other, alice) == "of alice")
        }
    }

    @Test func anEmptyPassphraseMakesNoVault() async throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let vault = try VaultFixture(folder)
        #expect(await Contract.code { try await vault.keychain.make(with: VaultFixture.secret("")) } == .refused)
        #expect(try await vault.keychain.passphraseState() == .absent)
    }

    @Test func thereIsNoSecondVault() async throws {
        try await withVault { vault in
            let before = try vault.bytes
            #expect(await Contract.code { try await vault.another().make(with: VaultFixture.secret("x")) } == .failed)
            #expect(try vault.bytes == before)
        }
    }

    @Test func weakParametersGiveWayAtTheNextChange() async throws {
        try await withVault { vault in
            let alice = try await vault.keychain.create(
                Contract.account("alice"), secret: VaultFixture.secret("of alice"))
            let dearer = ScryptCost(logarithmOfN: 6, r: 2, p: 1)
            let later = try vault.another(cost: dearer)
            try await later.unlock()
            _ = try await later.records(.account)
            #expect(try SealedHeader(ofFile: vault.bytes, kind: .vault).cost == VaultFixture.cheap)
            try await later.update(alice, to: Contract.account("alice"), secret: nil)
            #expect(try SealedHeader(ofFile: vault.bytes, kind: .vault).cost == dearer)
            #expect(try await Contract.text(later, alice) == "of alice")
            // A cost that is higher stays.
            let earlier = try vault.another()
            try await earlier.update(alice, to: Contract.account("bob"), secret: nil)
            #expect(try SealedHeader(ofFile: vault.bytes, kind: .vault).cost == dearer)
        }
    }
}
