import AccountModel
import AccountStoreTesting
import Testing

@testable import AccountStore

@Suite("A store on a keychain that tells its news")
struct RememberingTests {
    private let fixture = StoreFixture(keychain: MemoryKeychain(tellsNews: true))

    private var keychain: MemoryKeychain { fixture.keychain }

    /// How often the keychain was read by `body`.
    private func reads(_ body: () async throws -> Void) async rethrows -> [Int] {
        let before = [keychain.calls(.records), keychain.calls(.secrets)]
        try await body()
        return zip([keychain.calls(.records), keychain.calls(.secrets)], before).map(-)
    }

    /// One account, signed with once.
    private func warm() async throws -> Account {
        await fixture.store.prepare()
        let alice = try await fixture.addAccount("alice", id: "1")
        _ = try await fixture.terminal.sign(read, as: alice.id)
        return alice
    }

    @Test("the second signature asks it nothing")
    func nothing() async throws {
        let alice = try await warm()
        let reads = try await reads { _ = try await fixture.terminal.sign(read, as: alice.id) }
        #expect(reads == [0, 0])
    }

    @Test("what was understood of the records goes with the records")
    func understood() async throws {
        let alice = try await warm()
        let stored = try #require(fixture.records(.account).first)
        var record = stored.stored.record
        record.attributes["ask"] = "always"
        try await keychain.update(stored.stored.reference, to: record, secret: nil)
        let program = fixture.broker(nightly, mayAsk: false)
        try await fixture.allow(nightly)
        await expectError(.accessDenied) { _ = try await program.sign(read, as: alice.id) }
        record.attributes["ask"] = "once"
        try await keychain.update(stored.stored.reference, to: record, secret: nil)
        _ = try await program.sign(read, as: alice.id)
    }

    @Test("a keychain that tells nothing is read at each request")
    func mute() async throws {
        let fixture = StoreFixture()
        let alice = try await fixture.addAccount("alice", id: "1")
        _ = try await fixture.terminal.sign(read, as: alice.id)
        let before = fixture.keychain.calls(.secrets)
        _ = try await fixture.terminal.sign(read, as: alice.id)
        #expect(fixture.keychain.calls(.secrets) == before + 1)
    }

    @Test("what another program deletes is gone at the next request")
    func deletedByOthers() async throws {
        let alice = try await warm()
        try await keychain.delete(try #require(fixture.records(.account).first?.stored.reference))
        await expectError(.noSuchAccount) { _ = try await fixture.terminal.sign(read, as: alice.id) }
    }

    @Test("a grant that another process takes back is gone at the next request, a new one there")
    func grants() async throws {
        let alice = try await warm()
        try await fixture.allow(nightly)
        let program = fixture.broker(nightly, mayAsk: false)
        _ = try await program.sign(read, as: alice.id)
        let grant = try #require(fixture.records(.grant).first)
        try await keychain.delete(grant.stored.reference)
        await expectError(.accessDenied) { _ = try await program.sign(read, as: alice.id) }
        keychain.plant(grant.stored.record, secret: grant.secret)
        _ = try await program.sign(read, as: alice.id)
    }

    @Test("a secret that was replaced without a word is used once there is another mark")
    func mark() async throws {
        let alice = try await warm()
        let stored = try #require(fixture.records(.account).first)
        let other = stored.secret.replacing("tk-alice", with: "tk-other")
        try keychain.replaceSecret(of: stored.stored.reference, with: other)
        keychain.leaveMark()
        let signed = try await fixture.terminal.sign(read, as: alice.id)
        #expect(signed.headers[field: "Authorization"]?.contains("tk-other") == true)
    }

    @Test("after a lock, of whichever kind, the keychain is read again")
    func lock() async throws {
        let alice = try await warm()
        for broker in [fixture.terminal, fixture.broker(.unknown, mayAsk: false)] {
            try await broker.lock(keyring: false)
            let reads = try await reads { _ = try await fixture.terminal.sign(read, as: alice.id) }
            #expect(reads.allSatisfy { $0 > 0 })
        }
        try await fixture.terminal.lock(keyring: true)
        keychain.fail(.secrets, with: KeychainError(.locked, "the keyring is locked"))
        await expectError(.locked) { _ = try await fixture.terminal.sign(read, as: alice.id) }
    }

    @Test("locked by another program, with the secret still in memory: locked")
    func lockedByOthers() async throws {
        let alice = try await warm()
        try await keychain.lock()
        keychain.fail(.secrets, with: KeychainError(.locked, "the keyring is locked"))
        await expectError(.locked) { _ = try await fixture.terminal.sign(read, as: alice.id) }
    }

    @Test("nothing is kept with forget-after=0, nor with settings that cannot be read")
    func forgetAfter() async throws {
        let alice = try await warm()
        fixture.settings.forgetAfter = 0
        for _ in 1...2 {
            let reads = try await reads { _ = try await fixture.terminal.sign(read, as: alice.id) }
            #expect(reads == [0, 1])
        }
        // What was kept before went, instead of being there again.
        fixture.settings.forgetAfter = 900
        let reads = try await reads { _ = try await fixture.terminal.sign(read, as: alice.id) }
        #expect(reads == [0, 1])
    }

    @Test("a change reads anew what it decides on, whatever is remembered")
    func changesReadAnew() async throws {
        let alice = try await warm()
        let reads = try await reads {
            _ = try await fixture.terminal.update(.id(alice.id), with: AccountChanges(description: "mine"))
        }
        #expect(reads[0] > 0)
        #expect(try await fixture.terminal.accounts(of: nil).map(\.description) == ["mine"])
    }

    @Test("changes by others are told once, with our own, and only of what somebody was shown")
    func changes() async throws {
        let alice = try await warm()
        var changes = fixture.store.changes.makeAsyncIterator()
        #expect(await changes.next() == .accounts(.twitter))
        let stored = try #require(fixture.records(.account).first)
        let start = ContinuousClock.now
        for name in ["one", "two", "three"] {
            var record = stored.stored.record
            record.attributes["username"] = name
            try await keychain.update(stored.stored.reference, to: record, secret: nil)
        }
        // A machine that pauses in the midst of them may have them told as two.
        let areClose = start.duration(to: .now) < ChangeWatch.patience
        #expect(await changes.next() == .accounts(.twitter))
        #expect(try await fixture.terminal.accounts(of: nil).map(\.username) == ["three"])
        // Nobody was shown a grant so far. A further change tells that nothing else was told before it.
        try await fixture.allow(nightly, .read, .selected(.id(alice.id)))
        var more: [StoreChange] = []
        while more.last != .access(nightly, .twitter), let change = await changes.next() { more.append(change) }
        #expect(more.count == 1 || !areClose && Set(more.dropLast()) == [.accounts(.twitter)])
    }
}
