import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

/// A 401 that says nothing but that, as X's API v2 sends it for a token that it ended before its time.
@Suite("A token that is refused without a reason")
struct UnexplainedRefusalTests {
    private let fixture = StoreFixture(services: [modern()])

    /// As services have them: X, RFC 6750 (section 3.1: without credentials no error is named), a page, and nothing.
    static let refusals: [RecordingTransport.Answer] = [
        .response(status: 401, body: #"{"title":"Unauthorized","status":401}"#),
        .response(
            status: 401, body: #"{"detail":"Unauthorized","status":401,"title":"Unauthorized","type":"about:blank"}"#),
        .response(status: 401, headers: [HeaderField("WWW-Authenticate", #"Bearer realm="x""#)], body: ""),
        .response(status: 401, body: "<html><h1>Unauthorized</h1></html>"),
        .response(status: 401, body: ""),
    ]

    private static let bare = refusals[0]

    @Test("is renewed once, and the request sent again, also one that writes", arguments: refusals)
    func renewed(_ refusal: RecordingTransport.Answer) async throws {
        let alice = try await fixture.addRenewable()
        for (count, request) in [modernRead, modernPost].enumerated() {
            fixture.transport.answer(refusal, renewedAnswer(count), readAnswer)
            #expect(try await fixture.send(request, as: alice).status == 200)
        }
        #expect(fixture.renewalsSent == ["rt-1234", "rt-new0"])
        #expect(fixture.transport.sent.last?.authorization == "Bearer at-new1")
        #expect(!fixture.storedAccount.contains("unproven"))
        #expect(try await fixture.terminal.accounts(of: nil).first?.state == .ok)
    }

    @Test(
        "but not where a reason is named",
        arguments: [
            (#"{"errors":[{"code":32,"message":"Could not authenticate you."}]}"#, ""),
            (#"{"title":"No","type":"https://api.x.com/2/problems/unsupported-authentication"}"#, ""),
            ("", #"Bearer error="insufficient_scope""#), ("", #"Bearer realm="x", error="invalid_request""#),
            (#"{"error":"invalid_client"}"#, ""),
        ])
    func explained(_ body: String, _ challenge: String) async throws {
        let alice = try await fixture.addRenewable()
        fixture.transport.answer(
            .response(status: 401, headers: [HeaderField("WWW-Authenticate", challenge)], body: body))
        #expect(try await fixture.send(as: alice).status == 401)
        #expect(fixture.renewalsSent.isEmpty)
    }

    @Test("a service that always says so uses up one refresh token, also over several processes")
    func always() async throws {
        let alice = try await fixture.addRenewable()
        fixture.transport.answer(Self.bare, renewedAnswer(1))
        for _ in 0..<4 { fixture.transport.answer(Self.bare) }
        for _ in 0..<4 { #expect(try await fixture.send(as: alice).status == 401) }
        #expect(fixture.renewalsSent == ["rt-1234"])
        #expect(fixture.storedAccount.contains(#""unproven":"2023-11-14T22:13:20Z""#))
        let other = StoreFixture(
            keychain: fixture.keychain, clock: fixture.clock, services: [modern()], renewals: fixture.renewals)
        other.transport.answer(Self.bare)
        #expect(try await other.send(as: alice).status == 401)
        #expect(other.transport.sent.count == 1)
        // Nothing proves that the person has to log in.
        #expect(try await fixture.terminal.accounts(of: nil).first?.state == .ok)
        // Once the service accepts the token, it may be ended before its time like any other.
        fixture.transport.forget()
        fixture.transport.answer(readAnswer, Self.bare, renewedAnswer(2), readAnswer)
        #expect(try await fixture.send(as: alice).status == 200)
        #expect(!fixture.storedAccount.contains("unproven"))
        #expect(try await fixture.send(as: alice).status == 200)
        #expect(fixture.renewalsSent == ["rt-new1"])
    }

    @Test("a token that the service says has ended is renewed all the same")
    func ended() async throws {
        let alice = try await fixture.addRenewable()
        fixture.transport.answer(Self.bare, renewedAnswer(1), Self.bare)
        #expect(try await fixture.send(as: alice).status == 401)
        fixture.transport.answer(tokenEnded, renewedAnswer(2), readAnswer)
        #expect(try await fixture.send(as: alice).status == 200)
        #expect(!fixture.storedAccount.contains("unproven"))
    }

    @Test("a body that is gone is not sent again, nor does it use up a refresh token each time")
    func streamed() async throws {
        let alice = try await fixture.addRenewable()
        fixture.transport.answer(Self.bare, renewedAnswer(1), Self.bare)
        let error = await expectError(.tryLater) { _ = try await stream(as: alice) }
        #expect(error.message.contains("nothing was done") && error.message.contains("read only once"))
        #expect(error.nextStep == "send it again")
        #expect(try await stream(as: alice).status == 401)
        #expect(fixture.renewalsSent == ["rt-1234"])
    }

    private func stream(as account: Account) async throws -> Response {
        let body = Body(count: 100_000) { nil }
        return try await fixture.terminal.perform(modernPost, body: body, as: .account(account.id))
    }

    @Test("a renewal that is refused then asks for a log-in, one that fails changes nothing")
    func refusedRenewal() async throws {
        let alice = try await fixture.addRenewable()
        let before = fixture.storedAccount
        fixture.transport.answer(Self.bare, .failure(TransportError(.notConnected, "no route")))
        await expectError(.unavailable) { _ = try await fixture.send(modernPost, as: alice) }
        #expect(fixture.storedAccount == before)
        fixture.clock.advance(by: 60)
        fixture.transport.answer(Self.bare, .response(status: 400, body: #"{"error":"invalid_grant"}"#))
        let error = await expectError(.credentialRejected) { _ = try await fixture.send(modernPost, as: alice) }
        #expect(error.nextStep == "acctstore login 1")
        // From then on no renewal is tried.
        fixture.transport.forget()
        fixture.transport.answer(Self.bare)
        #expect(try await fixture.send(as: alice).status == 401)
        #expect(fixture.transport.sent.count == 1)
    }

    @Test("without a refresh token it is the program's to read")
    func nothingToRenewWith() async throws {
        let alice = try await fixture.addRenewable(more: "")
        fixture.transport.answer(Self.bare)
        #expect(try await fixture.send(as: alice).status == 401)
        #expect(fixture.transport.sent.count == 1)
    }
}
