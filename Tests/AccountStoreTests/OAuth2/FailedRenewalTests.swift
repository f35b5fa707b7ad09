import AccountModel
import AccountStoreTesting
import SecretBytes
import Testing

@testable import AccountStore

/// A refresh token that was refused is not sent a second time, and a service that is silent is waited for once.
@Suite("A renewal that failed")
struct FailedRenewalTests {
    private let fixture = StoreFixture(services: [modern()])

    private static let refused = RecordingTransport.Answer.response(status: 400, body: #"{"error":"invalid_grant"}"#)
    private static let failing = RecordingTransport.Answer.response(status: 500, body: "")
    private static let silent = RecordingTransport.Answer.failure(TransportError(.noAnswer, "time is over"))

    @Test(
        "has failed for all twenty that found the token ended",
        arguments: [
            (refused, BrokerError.Code.credentialRejected), (failing, .tryLater), (silent, .unavailable),
        ])
    func twenty(_ answer: RecordingTransport.Answer, _ code: BrokerError.Code) async throws {
        let alice = try await fixture.addRenewable()
        fixture.clock.advance(by: 8000)
        for _ in 0..<20 { fixture.transport.answer(answer) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask { await expectError(code) { _ = try await fixture.send(as: alice) } }
            }
        }
        #expect(fixture.renewalsSent == ["rt-1234"])
    }

    @Test("is tried again after some seconds, at once for the person, and not at a program's wish")
    func pause() async throws {
        let alice = try await fixture.addRenewable()
        try await fixture.allow(nightly, .read)
        fixture.clock.advance(by: 8000)
        fixture.transport.answer(Self.failing)
        await expectError(.tryLater) { _ = try await fixture.send(as: alice) }
        fixture.clock.advance(by: 2)
        let error = await expectError(.tryLater) { _ = try await fixture.send(as: alice) }
        #expect(error.message.hasSuffix("; this was tried 2 seconds ago, and is tried again after 3 seconds"))
        #expect(error.nextStep == "acctstore renew 1")
        #expect(try await fixture.broker(nightly).renew(alice.id).outcome == .failed)
        #expect(fixture.renewalsSent.count == 1)
        fixture.transport.answer(Self.failing)
        #expect(try await fixture.terminal.renew(alice.id).outcome == .failed)
        #expect(fixture.renewalsSent.count == 2)
        fixture.clock.advance(by: 6)
        fixture.transport.answer(renewedAnswer(1), readAnswer)
        #expect(try await fixture.send(as: alice).status == 200)
    }

    @Test(
        "is tried again when the service said, in seconds or by its own clock, after an hour at the latest",
        arguments: [
            ("30", 30), ("Tue, 14 Nov 2023 22:14:20 GMT", 40), ("86400", 3600), ("2", 5), ("soon", 5),
        ])
    func wait(_ field: String, _ seconds: Int) async throws {
        let alice = try await fixture.addRenewable()
        fixture.clock.advance(by: 8000)
        // The service's clock is at 22:13:40, whatever this machine's says.
        fixture.transport.answer(
            .response(
                status: 503,
                headers: [HeaderField("Retry-After", field), HeaderField("Date", "Tue, 14 Nov 2023 22:13:40 GMT")]))
        await expectError(.tryLater) { _ = try await fixture.send(as: alice) }
        fixture.clock.advance(by: Double(seconds - 2))
        let error = await expectError(.tryLater) { _ = try await fixture.send(as: alice) }
        let when = "; this was tried \(seconds - 2) seconds ago, and is tried again after 2 seconds"
        #expect(error.message.hasSuffix(when), "\(error.message)")
        #expect(error.nextStep == "acctstore renew 1")
        fixture.clock.advance(by: 2)
        fixture.transport.answer(renewedAnswer(1), readAnswer)
        #expect(try await fixture.send(as: alice).status == 200)
    }

    @Test("is tried at once for the person, whatever the service asked")
    func ordered() async throws {
        let alice = try await fixture.addRenewable()
        fixture.clock.advance(by: 8000)
        fixture.transport.answer(.response(status: 429, headers: [HeaderField("Retry-After", "600")]), renewedAnswer(1))
        let error = await expectError(.tryLater) { _ = try await fixture.send(as: alice) }
        #expect(error.message.contains("it asks to wait 600 seconds"))
        #expect(try await fixture.terminal.renew(alice.id).outcome == .renewed)
    }

    @Test("holds up the requests of the last minute once, not each of them")
    func lastMinute() async throws {
        let alice = try await fixture.addRenewable()
        fixture.clock.advance(by: 7150)
        fixture.transport.answer(Self.silent, readAnswer, readAnswer)
        for _ in 0..<2 { #expect(try await fixture.send(as: alice).status == 200) }
        #expect(fixture.renewalsSent.count == 1)
    }

    @Test("stays refused though the account's state could not be written, until there is another refresh token")
    func rejected() async throws {
        let alice = try await fixture.addRenewable()
        fixture.clock.advance(by: 8000)
        fixture.transport.answer(Self.refused)
        // The settings are written before the request; the state could not be after it.
        fixture.keychain.fail(.update, with: KeychainError(.failed, "no"), after: 2)
        await expectError(.credentialRejected) { _ = try await fixture.send(as: alice) }
        fixture.keychain.fail(.update, with: nil)
        let state = try await fixture.terminal.accounts(of: nil).first?.state
        fixture.clock.advance(by: 1000)
        await expectError(.credentialRejected) { _ = try await fixture.send(as: alice) }
        #expect(fixture.renewalsSent == ["rt-1234"], "the state is \(String(describing: state))")
        fixture.transport.answer(.response(status: 200, body: modernUser))
        _ = try await fixture.logIn(
            .token, to: modernService, as: "alice",
            secret: "access_token=at-5&refresh_token=rt-5&client_id=cid&expires_in=100")
        fixture.clock.advance(by: 200)
        fixture.transport.answer(renewedAnswer(1), readAnswer)
        #expect(try await fixture.send(as: alice).status == 200)
    }

    @Test("is known to those who waited, whatever kind it is, and to others only by its refresh token")
    func order() throws {
        let id = try #require(AccountID("0f0e0d0c-0b0a-4900-8807-060504030201"))
        let (token, other) = (
            SharedSecret(SecretBytes(copying: "rt".utf8)), SharedSecret(SecretBytes(copying: "r2".utf8))
        )
        let failed = FailedExchanges<AccountID>()
        let now = fixture.clock.now()
        func failure(_ token: SharedSecret, since arrival: FailedExchanges<AccountID>.Moment) -> BrokerError? {
            failed.failure(of: id, sending: token, since: arrival, mayRepeat: true, at: now)
        }
        let before = failed.moment
        failed.note(BrokerError(.serviceRefused, "no"), of: id, sending: token, at: now)
        #expect(failure(token, since: before)?.message == "no" && failure(other, since: before) == nil)
        #expect(failure(token, since: failed.moment) == nil && failed.failure(of: id, since: before) == nil)
        failed.note(BrokerError(.tryLater, "another one"), of: id, sending: nil, at: now)
        #expect(failed.failure(of: id, since: before)?.message == "another one")
        #expect(failed.failure(of: id, since: failed.moment) == nil && failure(token, since: before) == nil)
    }

    @Test("or was not begun ends with its program; one that was begun is finished", .timeLimit(.minutes(2)))
    func withdrawn() async throws {
        let alice = try await fixture.addRenewable()
        fixture.clock.advance(by: 8000)
        let transport = HeldTransport(fixture.transport)
        let store = fixture.store(on: transport)
        fixture.transport.answer(renewedAnswer(1))
        let first = Task { try await store.terminal.perform(modernRead, body: nil, as: .account(alice.id)) }
        await transport.waitForRenewal()
        let second = Task { try await store.terminal.perform(modernRead, body: nil, as: .account(alice.id)) }
        second.cancel()
        await expectError(.cancelled) { _ = try await second.value }
        first.cancel()
        #expect(store.hasUnsavedTokens)
        transport.release()
        _ = await first.result
        #expect(fixture.renewalsSent == ["rt-1234"] && fixture.storedAccount.contains("rt-new1"))
        #expect(!store.hasUnsavedTokens)
    }

    @Test("and waits to be stored is tried again in nobody's name")
    func nobody() async throws {
        let alice = try await fixture.addRenewable()
        let unsaved = UnsavedRenewals()
        let stored = try #require(StoredAccount(fixture.records(.account)[0].stored))
        let secret = SharedSecret(SecretBytes(copying: fixture.storedAccount.utf8))
        let turn = try await fixture.renewals.begin(for: alice.id, patience: 5)
        unsaved.keep(
            UnsavedRenewal(
                used: secret, credential: try AccountCredential(secret, of: stored.secretName), account: alice,
                turn: turn), of: alice.id)
        let (callers, told) = AsyncStream<Bool>.makeStream()
        await Caller.working(for: Caller(program: nightly, instance: .init(rawValue: "1"), isRunning: { true })) {
            unsaved.retry { [unsaved] id in
                told.yield(Caller.current == nil)
                unsaved.drop(id)
                told.finish()
            }
        }
        for await isNobody in callers { #expect(isNobody) }
        #expect(unsaved.isEmpty)
    }
}
