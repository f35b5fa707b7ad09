import AccountModel
import AccountStore
import AccountStoreTesting
import SecretBytes
import Testing

/// A refresh token that another one is being fetched for is neither ended nor copied.
@Suite("Who copies or ends a token waits for its renewal")
struct CredentialHoldTests {
    private let fixture = StoreFixture(services: [modern()])
    private let vault = MemoryKeychain()

    private struct Two: KeychainChoice {
        let vault: MemoryKeychain
        let keyring: MemoryKeychain
        var configuration: String? { nil }
        func choosing(_ kind: KeychainKind) -> String { "choose \(kind.rawValue)" }
        func kindInUse() throws(KeychainError) -> KeychainKind { .secretService }
        func keychain(_ kind: KeychainKind) throws(KeychainError) -> any Keychain {
            kind == .vault ? vault : keyring
        }
        func copiedState(of kind: KeychainKind) -> String? { nil }
        func noteCopied(_ state: String, of kind: KeychainKind) {}
    }

    private let bundles = MemoryBundles()

    private var store: Store {
        fixture.store(
            on: fixture.transport, keychains: Two(vault: vault, keyring: fixture.keychain), carried: bundles.carried)
    }

    /// Leaves a renewed token in the store's memory, and the keychain well.
    private func leaveUnsaved(_ store: Store, _ account: Account) async throws {
        fixture.transport.answer(renewedAnswer(1))
        fixture.keychain.fail(.update, with: KeychainError(.failed, "no"), after: 1)
        _ = try await store.terminal.renew(account.id)
        #expect(store.hasUnsavedTokens)
        fixture.keychain.fail(.update, with: nil)
        fixture.transport.forget()
    }

    @Test("another process's")
    func elsewhere() async throws {
        let alice = try await fixture.addRenewable()
        let store = store
        let turn = try await fixture.renewals.begin(for: alice.id, patience: 5)
        await expectError(.tryLater) {
            _ = try await store.terminal.remove(.number(1), revoke: true, confirmed: true)
        }
        let error = await expectError(.tryLater) { _ = try await store.terminal.migrate(to: .vault) }
        #expect(error.message.contains("@alice (1, modern)") && error.nextStep == "acctstore renew 1")
        await expectError(.tryLater) { _ = try await store.terminal.removeMigrated(from: .secretService) }
        await expectError(.tryLater) { _ = try await store.terminal.export(ExportRequest(passphrase: .asked)) }
        #expect(fixture.transport.sent.isEmpty && fixture.records(.account).count == 1 && vault.contents.isEmpty)
        turn.end()
        fixture.transport.answer(.response(status: 200), .response(status: 200))
        _ = try await store.terminal.remove(.number(1), revoke: true, confirmed: true)
        #expect(fixture.records(.account).isEmpty)
    }

    @Test("where a log-in goes to the account of the same person")
    func merging() async throws {
        _ = try await fixture.addRenewable()
        let twin = try await fixture.logIn(
            .token, to: modernService, as: "twin", secret: "access_token=at-2&refresh_token=rt-2&client_id=cid")
        let account = try #require(twin.account)
        let turn = try await fixture.renewals.begin(for: account.id, patience: 5)
        let person = VerifiedPerson(userID: "123", username: "alice")
        await expectError(.tryLater) {
            _ = try await fixture.terminal.learn(person, of: account.id, merging: true)
        }
        #expect(fixture.records(.account).count == 2)
        turn.end()
        _ = try await fixture.terminal.learn(person, of: account.id, merging: true)
        #expect(fixture.records(.account).count == 1 && fixture.storedAccount.contains("rt-2"))
    }

    @Test("which is stored before it is ended")
    func settledBeforeTheEnd() async throws {
        let alice = try await fixture.addRenewable()
        let store = store
        try await leaveUnsaved(store, alice)
        fixture.transport.answer(.response(status: 200), .response(status: 200))
        _ = try await store.terminal.remove(.number(1), revoke: true, confirmed: true)
        #expect(
            fixture.transport.sent.map { $0.body?.split(separator: "&").first } == ["token=rt-new1", "token=at-new1"])
        #expect(!store.hasUnsavedTokens && fixture.records(.account).isEmpty)
    }

    @Test("which is stored before it is copied")
    func settledBeforeTheCopy() async throws {
        let alice = try await fixture.addRenewable()
        let store = store
        try await leaveUnsaved(store, alice)
        #expect(try await store.terminal.migrate(to: .vault).renewed == 1)
        let copy = vault.contents.first { $0.stored.record.schema == .account }
        #expect(copy?.secret.contains("rt-new1") == true && !store.hasUnsavedTokens)
    }

    @Test("which is stored before it is exported")
    func settledBeforeTheExport() async throws {
        let alice = try await fixture.addRenewable()
        let store = store
        try await leaveUnsaved(store, alice)
        _ = try await store.terminal.export(ExportRequest(passphrase: .asked))
        let copy = bundles.last?.records.last?.secret.withSpan { bytes in
            String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
        }
        #expect(copy?.contains("rt-new1") == true && !store.hasUnsavedTokens)
    }

    @Test("and where there is nothing to renew, for nobody")
    func nothingToRenew() async throws {
        let bob = try await fixture.addAccount("bob", id: "7")
        let turn = try await fixture.renewals.begin(for: bob.id, patience: 5)
        defer { turn.end() }
        let report = try await store.terminal.migrate(to: .vault)
        #expect(report.accounts == 1 && report.renewed == 0 && report.choice == "choose vault")
    }
}
