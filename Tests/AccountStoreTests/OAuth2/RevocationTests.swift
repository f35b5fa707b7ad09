import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite("Taking a bearer token back")
struct RevocationTests {
    private let fixture = StoreFixture(services: [modern()])
    private static let tokens = "access_token=at-1&refresh_token=rt-1&client_id=cid&client_secret=cse&user_id=1"

    private func add(_ tokens: String = Self.tokens) async throws {
        _ = try await fixture.logIn(.token, to: modernService, as: "alice", secret: tokens + "&screen_name=alice")
        fixture.transport.forget()
    }

    private func remove() async throws {
        guard case .removed = try await fixture.terminal.remove(.number(1), revoke: true, confirmed: true) else {
            throw BrokerError(.failed, "not removed")
        }
    }

    @Test("what renews goes first, each with its kind, and a token that is not known is gone")
    func both() async throws {
        try await add()
        fixture.transport.answer(.response(status: 200), .response(status: 200, body: "{}"))
        try await remove()
        let sent = fixture.transport.sent
        #expect(sent.map(\.url) == Array(repeating: "https://api.modern.example/oauth/revoke", count: 2))
        #expect(
            sent.map(\.body) == [
                "token=rt-1&token_type_hint=refresh_token", "token=at-1&token_type_hint=access_token",
            ])
        #expect(sent.map(\.authorization) == Array(repeating: "Basic Y2lkOmNzZQ==", count: 2))
        #expect(fixture.records(.account).isEmpty)
    }

    @Test("an access token alone; a public app gives its id")
    func accessToken() async throws {
        try await add("access_token=at-1&client_id=cid&user_id=1")
        fixture.transport.answer(.response(status: 200))
        try await remove()
        #expect(fixture.transport.sent.map(\.body) == ["token=at-1&token_type_hint=access_token&client_id=cid"])
        #expect(fixture.transport.sent.first?.authorization == "")
    }

    @Test("services that take back refresh tokens alone have ended the others with it")
    func unsupported() async throws {
        try await add()
        let answer = RecordingTransport.Answer.response(status: 400, body: #"{"error":"unsupported_token_type"}"#)
        fixture.transport.answer(.response(status: 200), answer)
        try await remove()
        #expect(fixture.records(.account).isEmpty)
    }

    @Test(
        "where the service does not do it, the account stays, and the person learns how to do without",
        arguments: [
            (503, "", BrokerError.Code.tryLater, "wait 120 seconds"), (429, "", .tryLater, "429"),
            (
                403, #"{"error":"unauthorized_client","error_description":"not yours"}"#, .serviceRefused,
                "403 unauthorized_client: not yours"
            ),
            (400, #"{"error":"unsupported_token_type"}"#, .serviceRefused, "unsupported_token_type"),
            (500, "<html><title>Oh rt-1</title>", .serviceRefused, "500: Oh rt-1"),
        ])
    func refused(_ status: Int, body: String, code: BrokerError.Code, words: String) async throws {
        try await add()
        fixture.transport.answer(.response(status: status, headers: [HeaderField("Retry-After", "120")], body: body))
        let error = await expectError(code) { try await remove() }
        #expect(error.message.contains(words.replacing("rt-1", with: "***")), "\(error.message)")
        #expect(error.nextStep == (code == .tryLater ? "acctstore remove 1 --revoke" : "acctstore remove 1"))
        #expect(fixture.records(.account).count == 1 && fixture.transport.sent.count == 1)
    }

    @Test("a service that cannot be reached is asked again, so that no good token stays behind without its account")
    func unreachable() async throws {
        try await add()
        let error = await expectError(.unavailable) { try await remove() }
        #expect(error.nextStep == "acctstore remove 1 --revoke")
        #expect(fixture.records(.account).count == 1)
    }

    @Test(
        "where half of it was done, that is told, and the account is known to need a log-in",
        arguments: [
            (503, BrokerError.Code.tryLater, "acctstore remove 1 --revoke"),
            (403, .serviceRefused, "acctstore remove 1"),
        ])
    func half(_ status: Int, _ code: BrokerError.Code, next: String) async throws {
        try await add()
        fixture.transport.answer(.response(status: 200), .response(status: status))
        let error = await expectError(code) { try await remove() }
        #expect(
            error.message.hasPrefix("only what renews the token of @alice (1, modern) is known to be invalid now: "))
        #expect(error.message.contains("\(status)") && error.nextStep == next)
        #expect(try await fixture.terminal.accounts(of: nil).map(\.state) == [.needsLogin])
        // What was not answered may be done as well.
        fixture.transport.answer(.response(status: 200))
        let silent = await expectError(.unavailable) { try await remove() }
        #expect(silent.message.hasPrefix("only what renews") && silent.nextStep == "acctstore remove 1 --revoke")
    }

    @Test("a token without its app, and a service without an address, are not asked about")
    func impossible() async throws {
        try await add("access_token=at-1&user_id=1")
        let error = await expectError(.notConfigured) { try await remove() }
        #expect(error.message.contains("to which app"))
        var description = modern()
        description.oauth2?.revoke = nil
        let other = StoreFixture(services: [description])
        _ = try await other.logIn(.token, to: modernService, as: "alice", secret: Self.tokens)
        await expectError(.notConfigured) {
            _ = try await other.terminal.remove(.number(1), revoke: true, confirmed: true)
        }
        #expect(fixture.transport.sent.isEmpty && fixture.records(.account).count == 1)
    }
}
