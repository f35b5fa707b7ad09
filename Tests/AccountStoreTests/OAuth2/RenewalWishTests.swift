import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

/// Any program that sees an account may say that its token is no good.
@Suite("What a program says of a token proves nothing")
struct RenewalWishTests {
    private let fixture = StoreFixture(services: [modern()])

    private func program() async throws -> StoreBroker {
        try await fixture.allow(nightly, .read)
        return fixture.broker(nightly, mayAsk: false)
    }

    private func state() async throws -> Account.State? {
        try await fixture.terminal.accounts(of: nil).first?.state
    }

    @Test("a token that is seconds old is not renewed again for it, but for the person, or once it has ended")
    func new() async throws {
        let alice = try await fixture.addRenewable(life: 20)
        let program = try await program()
        let kept = try await program.renew(alice.id)
        #expect(kept.outcome == .renewed && kept.remark?.contains("seconds old") == true)
        try await program.noteRejectedCredential(of: alice.id)
        #expect(fixture.transport.sent.isEmpty)
        #expect(try await state() == .ok)
        fixture.transport.answer(renewedAnswer(1))
        #expect(try await fixture.terminal.renew(alice.id).remark == nil)
        fixture.clock.advance(by: 29)
        _ = try await program.renew(alice.id)
        #expect(fixture.renewalsSent == ["rt-1234"])
        fixture.clock.advance(by: 1)
        fixture.transport.answer(renewedAnswer(2))
        for _ in 0..<2 { #expect(try await program.renew(alice.id).outcome == .renewed) }
        #expect(fixture.renewalsSent == ["rt-1234", "rt-new1"])
    }

    @Test("a token that ended seconds after it was given is renewed for it")
    func short() async throws {
        let alice = try await fixture.addRenewable(life: 20)
        let program = try await program()
        fixture.clock.advance(by: 20)
        fixture.transport.answer(renewedAnswer(1))
        #expect(try await program.renew(alice.id).remark == nil)
        #expect(fixture.renewalsSent == ["rt-1234"])
    }

    @Test("a note that it is refused renews it, and marks the account only where the service refuses that")
    func note() async throws {
        let alice = try await fixture.addRenewable()
        let program = try await program()
        fixture.clock.advance(by: 60)
        fixture.transport.answer(renewedAnswer(1))
        try await program.noteRejectedCredential(of: alice.id)
        #expect(fixture.renewalsSent == ["rt-1234"])
        #expect(try await state() == .ok)
        #expect(fixture.log.records.map(\.operation) == [.renew] && fixture.log.records[0].program == nightly)
        fixture.clock.advance(by: 8000)
        fixture.transport.answer(renewedAnswer(2), readAnswer)
        #expect(try await fixture.send(as: alice).status == 200)
        fixture.clock.advance(by: 60)
        fixture.transport.answer(.failure(TransportError(.notConnected, "no route")))
        try await program.noteRejectedCredential(of: alice.id)
        #expect(try await state() == .ok)
        fixture.clock.advance(by: 60)
        fixture.transport.answer(.response(status: 400, body: #"{"error":"invalid_grant"}"#))
        try await program.noteRejectedCredential(of: alice.id)
        #expect(try await state() == .needsLogin)
        // What was refused is not asked for again, but by the person.
        #expect(try await program.renew(alice.id).outcome == .rejected)
        #expect(fixture.renewalsSent.count == 4)
        fixture.transport.answer(renewedAnswer(5))
        #expect(try await fixture.terminal.renew(alice.id).outcome == .renewed)
        #expect(try await state() == .ok)
    }
}
