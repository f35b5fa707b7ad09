import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite("A token that ends is renewed")
struct RenewalTests {
    private let fixture = StoreFixture(services: [modern()])

    @Test(
        "a minute before its end, or in the last tenth of a short life, and not before",
        arguments: [(7200, 60.0), (100, 10)])
    func before(_ life: Int, _ margin: Double) async throws {
        let alice = try await fixture.addRenewable(life: life)
        fixture.clock.advance(by: Double(life) - margin - 1)
        fixture.transport.answer(readAnswer)
        _ = try await fixture.send(as: alice)
        #expect(fixture.renewalsSent.isEmpty)
        fixture.clock.advance(by: 1)
        fixture.transport.answer(renewedAnswer(1), readAnswer, readAnswer)
        _ = try await fixture.send(as: alice)
        _ = try await fixture.send(as: alice)
        #expect(fixture.renewalsSent == ["rt-1234"])
        let sent = fixture.transport.sent.map(\.authorization)
        #expect(sent[1].hasPrefix("Basic ") && sent.suffix(2) == ["Bearer at-new1", "Bearer at-new1"])
        #expect(fixture.storedAccount.contains(#""access_token":"at-new1","refresh_token":"rt-new1","#))
        #expect(!fixture.storedAccount.contains("1234") && fixture.renewals.unfinished.isEmpty)
    }

    @Test("without a known end only once the service refuses it", arguments: [modernRead, modernPost])
    func refused(_ request: UnsignedRequest) async throws {
        let alice = try await fixture.addRenewable(life: nil)
        fixture.clock.advance(by: 1e8)
        fixture.transport.answer(tokenEnded, renewedAnswer(1), readAnswer)
        #expect(try await fixture.send(request, as: alice).status == 200)
        #expect(fixture.renewalsSent == ["rt-1234"])
        let sent = fixture.transport.sent.map(\.authorization)
        #expect(sent.count == 3 && sent[0] == "Bearer at-1234" && sent[2] == "Bearer at-new1")
    }

    @Test("but not at each use where a service says that it never lives", arguments: ["0", "-1", #""0""#, "0.4"])
    func noLife(_ life: String) async throws {
        let alice = try await fixture.addRenewable()
        fixture.clock.advance(by: 8000)
        fixture.transport.answer(
            .response(
                status: 200, body: #"{"access_token":"at-new1","refresh_token":"rt-new1","expires_in":\#(life)}"#),
            readAnswer, readAnswer)
        for _ in 0..<2 { #expect(try await fixture.send(as: alice).status == 200) }
        #expect(fixture.renewalsSent == ["rt-1234"] && !fixture.storedAccount.contains("expires"))
    }

    @Test("nor where such a token was typed")
    func typedWithoutLife() async throws {
        let alice = try await fixture.addRenewable(life: 0)
        fixture.transport.answer(readAnswer)
        #expect(try await fixture.send(as: alice).status == 200)
        #expect(fixture.renewalsSent.isEmpty)
    }

    @Test("once for one request, and for no refusal of another kind")
    func once() async throws {
        let alice = try await fixture.addRenewable()
        fixture.transport.answer(tokenEnded, renewedAnswer(1), tokenEnded)
        #expect(try await fixture.send(as: alice).status == 401)
        #expect(fixture.transport.sent.count == 3)
        fixture.transport.forget()
        for status in [401, 403, 500] {
            fixture.transport.answer(.response(status: status, body: #"{"error":"other"}"#))
            #expect(try await fixture.send(as: alice).status == status)
        }
        #expect(fixture.renewalsSent.isEmpty)
        fixture.transport.answer(
            .response(status: 401, body: #"{"error":"invalid_token"}"#), renewedAnswer(2), readAnswer)
        #expect(try await fixture.send(as: alice).status == 200)
    }

    @Test("a body that is gone is not sent again, and the program is told that nothing was done")
    func streamed() async throws {
        let alice = try await fixture.addRenewable()
        fixture.transport.answer(tokenEnded, renewedAnswer(1))
        let error = await expectError(.tryLater) {
            let body = Body(count: 100_000) { nil }
            _ = try await fixture.terminal.perform(modernPost, body: body, as: .account(alice.id))
        }
        #expect(error.message.contains("nothing was done") && error.nextStep == "send it again")
        #expect(fixture.storedAccount.contains("at-new1"))
    }

    @Test("once for twenty that find it ended")
    func many() async throws {
        let alice = try await fixture.addRenewable()
        fixture.clock.advance(by: 8000)
        fixture.transport.answer(renewedAnswer(1))
        for _ in 0..<20 { fixture.transport.answer(readAnswer) }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await fixture.send(as: alice).status } }
            for try await status in group { #expect(status == 200) }
        }
        #expect(fixture.renewalsSent == ["rt-1234"])
        #expect(fixture.transport.sent.filter { $0.authorization == "Bearer at-new1" }.count == 20)
    }

    @Test("a service that gives no new refresh token leaves the old one in force")
    func kept() async throws {
        let alice = try await fixture.addRenewable()
        fixture.transport.answer(renewedAnswer(1, refresh: false))
        #expect(try await fixture.terminal.renew(alice.id).outcome == .renewed)
        #expect(fixture.storedAccount.contains(#""access_token":"at-new1","refresh_token":"rt-1234","#))
    }

    @Test("a service that gives less than before is told of")
    func narrowed() async throws {
        let alice = try await fixture.addRenewable()
        fixture.transport.answer(renewedAnswer(1, scope: "read"))
        let renewal = try await fixture.terminal.renew(alice.id)
        #expect(renewal.outcome == .renewed && renewal.remark?.contains("write is missing") == true)
        #expect(fixture.storedAccount.contains(#""scope":"read","#))
    }

    @Test("what another process stored meanwhile is used")
    func elsewhere() async throws {
        let alice = try await fixture.addRenewable()
        fixture.clock.advance(by: 8000)
        let other = StoreFixture(
            keychain: fixture.keychain, clock: fixture.clock, services: [modern()], renewals: fixture.renewals)
        other.transport.answer(renewedAnswer(1), readAnswer)
        _ = try await other.send(as: alice)
        fixture.transport.answer(readAnswer)
        _ = try await fixture.send(as: alice)
        #expect(fixture.renewalsSent.isEmpty && fixture.transport.sent.map(\.authorization) == ["Bearer at-new1"])
    }

    @Test("before it is given out")
    func credential() async throws {
        let alice = try await fixture.addRenewable()
        fixture.clock.advance(by: 8000)
        fixture.transport.answer(renewedAnswer(1))
        fixture.prompter.answer(.once)
        let text = TextInput.contents(of: try await fixture.terminal.credential(of: alice.id))
        #expect(text.hasPrefix("access_token=at-new1&") && !text.contains("rt-"))
    }
}
