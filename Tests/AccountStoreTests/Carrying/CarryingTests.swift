import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite("What is carried from one store to another")
struct CarryingTests {
    private let bundles = MemoryBundles()
    private let from = StoreFixture(services: [modern()])
    private let to = StoreFixture(services: [modern()])
    private static let locked = KeychainError(.locked, "the keychain is locked")

    private func bundle() async throws -> ImportRequest {
        try await from.store(carrying: bundles).terminal.export(bundles)
    }

    @Test("a thousand accounts: each secret is read a few times, and all come back as they were")
    func many() async throws {
        from.plantAccounts(1000)
        let request = try await bundle()
        #expect(from.keychain.calls(.secrets) < 60, "they are read some at a time")
        let store = to.store(carrying: bundles)
        let listing = try await store.terminal.list(request)
        #expect(listing.items.count == 1001 && listing.items.allSatisfy { $0.standing == .new })
        _ = try await store.terminal.store(listing)
        #expect(try await store.terminal.endImport(listing.handle) == 1001)
        let kept = to.records(.account)
        let isWhole = zip(kept, from.records(.account)).allSatisfy {
            $0.stored.record == $1.stored.record && $0.secret == $1.secret
        }
        #expect(kept.count == 1000 && isWhole, "\(kept[0])")
        let reads = to.keychain.calls(.secrets)
        let again = try await store.terminal.list(try await bundle())
        #expect(again.items.allSatisfy { $0.standing == .kept })
        #expect(to.keychain.calls(.secrets) - reads < 60)
    }

    @Test("of accounts with a token that somebody renews meanwhile, the renewed one has come back too")
    func renewedMeanwhile() async throws {
        _ = try await from.addRenewable()
        let request = try await bundle()
        let store = to.store(carrying: bundles)
        let listing = try await store.terminal.list(request)
        let outcomes = try await store.terminal.store(listing)
        guard case .stored(let account, _)? = outcomes.last else {
            Issue.record("\(outcomes)")
            return
        }
        to.transport.answer(renewedAnswer(1))
        #expect(try await store.terminal.renew(account.id).outcome == .renewed)
        #expect(try await store.terminal.endImport(listing.handle) == listing.items.count)
        #expect(to.storedAccount.contains("rt-new1"))
    }

    @Test("what the keychain gives back otherwise than it was written is told, and so is the token that should be gone")
    func lost() async throws {
        let older = try await from.addRenewable()
        let store = to.store(carrying: bundles)
        let first = try await store.terminal.list(try await bundle())
        _ = try await store.terminal.store(first)
        _ = try await store.terminal.endImport(first.handle)
        let before = to.storedAccount
        from.transport.answer(renewedAnswer(1))
        _ = try await from.terminal.renew(older.id)
        let second = try await store.terminal.list(try await bundle())
        #expect(second.items.last?.standing == .replacing("the tokens of @alice (1, modern)"))
        _ = try await store.terminal.store(second, replacing: true)
        let reference = try #require(to.records(.account).first).stored.reference
        try to.keychain.replaceSecret(of: reference, with: before)
        let error = await expectError(.failed) { _ = try await store.terminal.endImport(second.handle) }
        #expect(error.message == "@alice (1, modern) did not come back from the keychain as it was written")
    }

    @Test(
        "a keychain that closes before all was read back: the import waits until it is open again, and counts what it stored"
    )
    func closedAtTheEnd() async throws {
        from.plantAccounts(2)
        let request = try await bundle()
        let store = to.store(carrying: bundles)
        let listing = try await store.terminal.list(request)
        _ = try await store.terminal.store(listing)
        to.keychain.failEverything(with: Self.locked)
        await expectError(.locked) { _ = try await store.terminal.endImport(listing.handle) }
        to.keychain.failEverything(with: nil)
        #expect(try await store.terminal.endImport(listing.handle) == 3)
        let error = await expectError(.cancelled) { _ = try await store.terminal.endImport(listing.handle) }
        #expect(error.message.contains("this import is over"))
    }

    @Test("what only a later release knows is a loss")
    func unknown() async throws {
        from.plantAccounts(1)
        let request = try await bundle()
        bundles.addUnknown(2)
        let listing = try await to.store(carrying: bundles).terminal.list(request)
        #expect(listing.items.count == 2)
        #expect(
            listing.remarks == [
                ImportRemark("2 things of kinds that only a later release of acctstore knows", isLoss: true)
            ])
    }

    @Test("an account that is learnt or removed while its turn is waited for is exported as it is then, or not at all")
    func movedMeanwhile() async throws {
        let alice = try await from.addRenewable()
        let store = from.store(carrying: bundles)
        let turn = try await from.renewals.begin(for: alice.id, patience: 5)
        let bundles = bundles
        let read = from.keychain.calls(.secrets)
        async let exported = store.terminal.export(bundles)
        // The app's, and the one that tells that there is something to renew.
        while from.keychain.calls(.secrets) < read + 2 { await Task.yield() }
        _ = try await from.terminal.update(.number(1), with: AccountChanges(description: "later"))
        turn.end()
        _ = try await exported
        #expect(bundles.last?.records.last?.record.attributes["description"] == "later")
    }

    @Test(
        "a sandboxed program carries nothing in or out, and nothing is read for it",
        arguments: ["sandbox", "flatpak:org.example.App"])
    func sandboxed(name: String) async throws {
        from.plantAccounts(1)
        let program = try #require(ProgramIdentity(name))
        let store = from.store(carrying: bundles)
        let broker = store.broker(
            for: Caller(program: program, instance: .init(rawValue: "2"), isRunning: { true }))
        let file = try TextInput.descriptor("profiles: {}\n")
        for source in [ImportSource.bundle, .tool(.twurl)] {
            await expectError(.accessDenied) {
                _ = try await broker.beginImport(ImportRequest(source: source, file: file, name: "f"))
            }
        }
        await expectError(.accessDenied) { _ = try await broker.export(ExportRequest(passphrase: .asked)) }
        #expect(TextInput.contents(of: file) == "profiles: {}\n", "it was not read")
        #expect(from.keychain.calls(.secrets) == 0 && from.prompter.questions.isEmpty)
    }
}
