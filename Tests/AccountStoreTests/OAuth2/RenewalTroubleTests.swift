import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite("A renewal that is not to be")
struct RenewalTroubleTests {
    private let fixture = StoreFixture(services: [modern()])

    struct Refusal: Sendable {
        var status: Int
        var body: String
        var code: BrokerError.Code
        var outcome: Renewal.Outcome
        var next: String
    }

    @Test(
        "is told by its cause, and changes nothing",
        arguments: [
            Refusal(
                status: 400, body: #"{"error":"invalid_grant"}"#, code: .credentialRejected, outcome: .rejected,
                next: "acctstore login 1"),
            Refusal(
                status: 401, body: #"{"error":"invalid_client"}"#, code: .notConfigured, outcome: .failed,
                next: "acctstore app set modern --key ID --oauth2\nacctstore login 1"),
            Refusal(
                status: 302, body: #"{"error":"invalid_grant"}"#, code: .serviceRefused, outcome: .failed,
                next: "acctstore renew 1"),
            Refusal(
                status: 429, body: #"{"error":"invalid_grant"}"#, code: .tryLater, outcome: .failed,
                next: "acctstore renew 1"),
            Refusal(
                status: 502, body: #"{"error":"invalid_grant"}"#, code: .tryLater, outcome: .failed,
                next: "acctstore renew 1"),
            Refusal(status: 429, body: "", code: .tryLater, outcome: .failed, next: "acctstore renew 1"),
            Refusal(status: 500, body: "<html>", code: .tryLater, outcome: .failed, next: "acctstore renew 1"),
            Refusal(
                status: 400, body: #"{"error":"invalid_request"}"#, code: .serviceRefused, outcome: .failed,
                next: "acctstore renew 1"),
            Refusal(status: 200, body: "{}", code: .serviceRefused, outcome: .failed, next: "acctstore renew 1"),
        ])
    func refused(_ refusal: Refusal) async throws {
        let alice = try await fixture.addRenewable()
        let before = fixture.storedAccount
        let answer = RecordingTransport.Answer.response(status: refusal.status, body: refusal.body)
        fixture.transport.answer(answer)
        let renewal = try await fixture.terminal.renew(alice.id)
        #expect(renewal.outcome == refusal.outcome && renewal.nextStep == refusal.next, "\(renewal)")
        #expect(fixture.storedAccount == before)
        fixture.clock.advance(by: 8000)
        if refusal.outcome != .rejected { fixture.transport.answer(answer) }
        let error = await expectError(refusal.code) { _ = try await fixture.send(as: alice) }
        #expect(error.nextStep == refusal.next)
        #expect(!error.message.contains("1234") && fixture.storedAccount == before)
        let state = try await fixture.terminal.accounts(of: nil).first?.state
        #expect(state == (refusal.outcome == .rejected ? .needsLogin : .ok))
    }

    @Test("without a network, or locked, changes nothing, and holds up no request whose token is still good")
    func noNetwork() async throws {
        let alice = try await fixture.addRenewable()
        let before = fixture.storedAccount
        fixture.clock.advance(by: 7150)
        fixture.transport.answer(.failure(TransportError(.notConnected, "no route")), readAnswer)
        #expect(try await fixture.send(as: alice).status == 200)
        #expect(fixture.transport.sent.last?.authorization == "Bearer at-1234")
        #expect(fixture.renewals.unfinished.isEmpty)
        fixture.clock.advance(by: 100)
        await expectError(.unavailable) { _ = try await fixture.send(as: alice) }
        fixture.transport.forget()
        fixture.keychain.fail(.unlock, with: KeychainError(.locked, "locked"))
        await expectError(.locked) { _ = try await fixture.send(as: alice) }
        await expectError(.locked) { _ = try await fixture.terminal.renew(alice.id) }
        #expect(fixture.transport.sent.isEmpty && fixture.storedAccount == before)
    }

    @Test("whose answer was lost is told of when the service refuses the next one")
    func lost() async throws {
        let alice = try await fixture.addRenewable()
        fixture.clock.advance(by: 8000)
        fixture.transport.answer(.failure(TransportError(.noAnswer, "time is over")))
        let lost = await expectError(.unavailable) { _ = try await fixture.send(as: alice) }
        #expect(lost.message.contains("did not arrive"))
        #expect(fixture.renewals.unfinished == [alice.id])
        fixture.clock.advance(by: 60)
        fixture.transport.answer(.response(status: 400, body: #"{"error":"invalid_grant"}"#))
        let error = await expectError(.credentialRejected) { _ = try await fixture.send(as: alice) }
        #expect(
            error.message.contains(
                "the renewal of @alice (1, modern) that began at 2023-11-14T22:13:20Z brought nothing that was stored"))
        #expect(error.nextStep == "acctstore login 1")
        #expect(fixture.renewals.unfinished.isEmpty)
    }

    @Test("cut off between answer and keychain is told of by the next process")
    func killed() async throws {
        let alice = try await fixture.addRenewable()
        fixture.clock.advance(by: 8000)
        fixture.transport.answer(renewedAnswer(1))
        fixture.keychain.fail(.update, with: KeychainError(.failed, "gone"), after: 1)
        await expectError(.failed) { _ = try await fixture.send(as: alice) }
        fixture.renewals.kill()
        fixture.keychain.fail(.update, with: nil)
        let next = StoreFixture(
            keychain: fixture.keychain, clock: fixture.clock, services: [modern()], renewals: fixture.renewals)
        next.transport.answer(.response(status: 400, body: #"{"error":"invalid_grant"}"#))
        let error = await expectError(.credentialRejected) { _ = try await next.send(as: alice) }
        #expect(error.message.contains("was interrupted") && error.nextStep == "acctstore login 1")
    }

    @Test("a token that the keychain does not take is kept, not used, and stored as soon as that can be done")
    func unsaved() async throws {
        let alice = try await fixture.addRenewable()
        fixture.clock.advance(by: 8000)
        fixture.transport.answer(renewedAnswer(1))
        fixture.keychain.fail(.update, with: KeychainError(.locked, "locked"), after: 1)
        let error = await expectError(.locked) { _ = try await fixture.send(as: alice) }
        #expect(error.message.contains("could not be stored; the agent keeps it in memory and goes on trying: "))
        #expect(error.nextStep == "acctstore renew 1")
        #expect(fixture.store.hasUnsavedTokens && fixture.storedAccount.contains("at-1234"))
        #expect(fixture.transport.sent.count == 1)
        await expectError(.locked) { _ = try await fixture.send(as: alice) }
        #expect(fixture.transport.sent.count == 1 && fixture.renewals.unfinished == [alice.id])
        fixture.keychain.fail(.update, with: nil)
        fixture.transport.answer(readAnswer)
        _ = try await fixture.send(as: alice)
        #expect(fixture.renewalsSent == ["rt-1234"] && fixture.storedAccount.contains("rt-new1"))
        #expect(!fixture.store.hasUnsavedTokens && fixture.renewals.unfinished.isEmpty)
    }

    @Test("a token that waits for the keychain gives way to a log-in that came meanwhile")
    func overtaken() async throws {
        let alice = try await fixture.addRenewable()
        fixture.transport.answer(renewedAnswer(1))
        fixture.keychain.fail(.update, with: KeychainError(.failed, "no"), after: 1)
        _ = try await fixture.terminal.renew(alice.id)
        #expect(fixture.store.hasUnsavedTokens)
        fixture.keychain.fail(.update, with: nil)
        fixture.transport.answer(.response(status: 200, body: modernUser))
        _ = try await fixture.logIn(
            .token, to: modernService, as: "alice", secret: "access_token=at-5&refresh_token=rt-5&client_id=cid")
        await fixture.store.saveTokens()
        #expect(!fixture.store.hasUnsavedTokens && fixture.storedAccount.contains("rt-5"))
    }

    @Test("is for programs with a grant, and for accounts that are there")
    func access() async throws {
        let alice = try await fixture.addRenewable()
        await expectError(.accessDenied) { _ = try await fixture.broker(nightly).renew(alice.id) }
        #expect(fixture.transport.sent.isEmpty)
        try await fixture.allow(nightly, .read)
        fixture.transport.answer(renewedAnswer(1))
        #expect(try await fixture.broker(nightly).renew(alice.id).outcome == .renewed)
    }

    @Test("of a token that does not end is the question whether it is still good")
    func nothingToRenew() async throws {
        let bob = try await fixture.addAccount("bob", id: "7")
        fixture.transport.answer(.response(status: 200, body: "{}"))
        let good = try await fixture.terminal.renew(bob.id)
        #expect(good.outcome == .renewed && good.remark?.contains("nothing to renew") == true)
        fixture.transport.answer(
            .response(status: 401, body: #"{"errors":[{"code":89,"message":"Invalid or expired token"}]}"#))
        let bad = try await fixture.terminal.renew(bob.id)
        #expect(bad.outcome == .rejected && bad.nextStep == "acctstore login 1" && bad.account.state == .needsLogin)
        let unreachable = try await fixture.terminal.renew(bob.id)
        #expect(unreachable.outcome == .failed)
    }
}
