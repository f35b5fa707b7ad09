import AccountModel
import AccountStore
import AccountStoreTesting
import FoundationEssentials
import Testing

/// What the store has written down of uses.
@Suite("Uses of accounts are recorded")
struct RecordingTests {
    private let fixture = StoreFixture()
    private let nightly = ProgramIdentity.script("/home/alice/bin/nightly")

    private func request(_ method: String = "GET", query: String = "") -> UnsignedRequest {
        UnsignedRequest(
            method: method, url: "https://api.x.com/1.1/statuses/update.json" + query,
            parameters: [Parameter("status", "a text")])
    }

    private func grant(_ permissions: Permissions = [.read, .write], to target: GrantTarget) async throws {
        _ = try await fixture.terminal.grant(
            GrantRequest(program: nightly, target: target, permissions: permissions, decision: .allow))
    }

    @Test("a signature, with who asked, as whom, and where to, without query and parameters")
    func signature() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        _ = try await fixture.terminal.sign(request(query: "?secret=of-the-query"), as: alice.id)
        let record = try #require(fixture.log.records.first)
        #expect(
            record
                == AccessRecord(
                    time: fixture.clock.now(), program: .terminal, provenance: Provenance(), service: .twitter,
                    account: AccessRecord.Subject(alice), operation: .sign, method: "GET",
                    url: "https://api.x.com/1.1/statuses/update.json", outcome: .given))
        for secret in ["of-the-query", "a text", "tk-alice", "ts-alice"] { #expect(!record.line.contains(secret)) }
        _ = try await fixture.terminal.sign(request(), asSelected: nil, of: nil)
        #expect(fixture.log.records.count == 2)
    }

    @Test("a request that was sent, with the service's status, and one whose answer was lost")
    func performed() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.transport.answer(.response(status: 403, body: "no"))
        _ = try await fixture.terminal.perform(request("POST"), body: nil, as: .account(alice.id))
        #expect(fixture.log.records.last?.outcome == .answered(403))
        fixture.transport.answer(.failure(TransportError(.noAnswer, "nothing came")))
        await #expect(throws: BrokerError(.outcomeUnknown, "")) {
            _ = try await fixture.terminal.perform(request("POST"), body: nil, as: .account(alice.id))
        }
        #expect(fixture.log.records.last?.outcome == .failed(.outcomeUnknown))
        #expect(fixture.log.records.last?.use != nil)
    }

    @Test("a token that was handed out, and one that was refused")
    func revealed() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        try await grant(.reveal, to: .selected(nil))
        _ = try await fixture.broker(nightly, mayAsk: false).credential(of: alice.id)
        let record = try #require(fixture.log.records.last)
        #expect(record.operation == .reveal && record.outcome == .given && record.account?.number == alice.number)
        #expect(record.method == nil && record.url == nil && !record.line.contains("tk-alice"))
        #expect(try await fixture.terminal.grants().first?.grant.lastUsed == record.time)
        _ = try? await fixture.broker(.cron, mayAsk: false).credential(of: alice.id)
        #expect(fixture.log.records.last?.outcome == .failed(.accessDenied))
    }

    @Test("a refusal, also one before anything is known of the account")
    func refused() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let program = fixture.broker(nightly, mayAsk: false)
        await #expect(throws: BrokerError(.accessDenied, "")) { _ = try await program.sign(request(), as: alice.id) }
        var record = try #require(fixture.log.records.last)
        #expect(record.program == nightly && record.account == AccessRecord.Subject(alice))
        #expect(record.outcome == .failed(.accessDenied) && record.use == nil)

        let sandbox = fixture.broker(.sandbox, mayAsk: false)
        await #expect(throws: BrokerError(.accessDenied, "")) { _ = try await sandbox.sign(request(), as: alice.id) }
        record = try #require(fixture.log.records.last)
        #expect(record.program == .sandbox && record.account?.id == alice.id)

        fixture.keychain.failEverything(with: KeychainError(.locked, "the keyring is locked"))
        await #expect(throws: BrokerError(.locked, "")) { _ = try await program.sign(request(), as: alice.id) }
        record = try #require(fixture.log.records.last)
        #expect(record.outcome == .failed(.locked))
        #expect(record.account == AccessRecord.Subject(id: alice.id) && record.service == nil)
    }

    @Test("access that was asked for: a no is written down, a yes is no use yet")
    func access() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let program = fixture.broker(nightly, mayAsk: false)
        await #expect(throws: BrokerError(.accessDenied, "")) {
            _ = try await program.select(nil, of: nil, for: .write)
        }
        let record = try #require(fixture.log.records.last)
        #expect(record.operation == .access && record.account == AccessRecord.Subject(alice) && record.method == nil)
        try await grant(to: .selected(nil))
        let before = fixture.log.records.count
        _ = try await program.select(nil, of: nil, for: .write)
        #expect(try await program.requestAccess(to: .selected(nil), of: .twitter, for: .read))
        _ = try? await program.select(nil, of: nil, for: [])
        #expect(fixture.log.records.count == before)
        _ = try await fixture.terminal.grant(
            GrantRequest(program: nightly, target: .selected(nil), permissions: .read, decision: .deny))
        #expect(try await !program.requestAccess(to: .selected(nil), of: .twitter, for: .read))
        #expect(fixture.log.records.last?.outcome == .failed(.accessDenied))
    }

    @Test("neither a URL that could be read in two ways nor what is no method is written down")
    func malformed() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        for url in ["https://user:pass@api.x.com/1.1/x", "https://api.x.com/1.1/x#pass", "pass"] {
            let request = UnsignedRequest(method: "pass", url: url)
            _ = try? await fixture.terminal.sign(request, as: alice.id)
            let record = try #require(fixture.log.records.last)
            #expect(record.url == nil && record.method == nil && !record.line.contains("pass"))
        }
    }

    @Test("a grant tells when it was last used: the one that decides, of the kind that was needed")
    func lastUse() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let bob = try await fixture.addAccount("bob", id: "2")
        try await grant(.read, to: .selected(.number(alice.number)))
        try await grant(to: .service(.twitter))
        _ = try await fixture.terminal.grant(
            GrantRequest(program: .any, target: .service(.twitter), permissions: .read, decision: .allow))
        let program = fixture.broker(nightly, mayAsk: false)

        func lastUses() async throws -> [Date?] { try await fixture.terminal.grants().map(\.grant.lastUsed) }
        // any twitter:*, nightly twitter:*, nightly alice
        #expect(try await lastUses() == [nil, nil, nil])
        fixture.clock.advance(by: 60)
        let first = fixture.clock.now()
        _ = try await program.sign(request(), as: alice.id)
        #expect(try await lastUses() == [nil, nil, first])
        fixture.clock.advance(by: 60)
        let second = fixture.clock.now()
        _ = try await program.sign(request("POST"), as: alice.id)
        #expect(try await lastUses() == [nil, second, first])
        fixture.clock.advance(by: 60)
        let third = fixture.clock.now()
        _ = try await program.sign(request(), as: bob.id)
        #expect(try await lastUses() == [third, third, first])
        // The person needs no grant, and a refusal is no use.
        fixture.clock.advance(by: 60)
        _ = try await fixture.terminal.sign(request(), as: alice.id)
        _ = try? await fixture.broker(.cron, mayAsk: false).sign(request("POST"), as: alice.id)
        #expect(try await lastUses() == [third, third, first])
        fixture.log.trouble = BrokerError(.fileError, "no log")
        #expect(try await lastUses() == [nil, nil, nil])
    }

    @Test("a grant that was given anew has not been used yet")
    func givenAnew() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        try await grant(to: .selected(nil))
        _ = try await fixture.broker(nightly, mayAsk: false).sign(request(), as: alice.id)
        #expect(try await fixture.terminal.grants().first?.grant.lastUsed != nil)
        _ = try await fixture.terminal.revoke(nightly, target: .everything)
        fixture.clock.advance(by: 60)
        try await grant(to: .selected(nil))
        #expect(try await fixture.terminal.grants().first?.grant.lastUsed == nil)
    }
}
