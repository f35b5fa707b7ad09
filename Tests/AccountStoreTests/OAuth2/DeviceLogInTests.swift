import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

private let begun =
    #"{"device_code":"dc-1234","user_code":"WDJB-MJHT","verification_uri":"https://modern.example/device","#
    + #""verification_uri_complete":"https://modern.example/device?user_code=WDJB-MJHT","expires_in":1800,"interval":5}"#

@Suite("Logging in with a code for another device")
struct DeviceLogInTests {
    private let fixture = StoreFixture(services: [modern()])

    private func begin(_ answer: String = begun, isAttended: Bool = false) async throws -> BegunVisit {
        try await fixture.setClient(modernService)
        fixture.transport.answer(.response(status: 200, body: answer))
        return try BegunVisit(
            try await fixture.logIn(.device, to: modernService, as: isAttended ? nil : "alice", isAttended: isAttended))
    }

    private func answer(_ kinds: String...) {
        for kind in kinds { fixture.transport.answer(.response(status: 400, body: #"{"error":"\#(kind)"}"#)) }
    }

    private func finish(_ visit: BegunVisit) async throws -> LogInStep {
        try await fixture.terminal.continueLogIn(visit.handle, with: .browser)
    }

    @Test("the code and where to type it are told")
    func visit() async throws {
        let visit = try await begin()
        #expect(
            visit.page
                == LogInVisit(
                    url: "https://modern.example/device", userCode: "WDJB-MJHT",
                    completeURL: "https://modern.example/device?user_code=WDJB-MJHT"))
        let sent = try #require(fixture.transport.sent.first)
        #expect(sent.url == "https://api.modern.example/oauth/device" && sent.body == "scope=read%20write")
        #expect(sent.authorization.hasPrefix("Basic "))
    }

    @Test("it is asked for as the service says, slower where it says so, and further apart without an answer")
    func polling() async throws {
        let visit = try await begin()
        answer("authorization_pending", "slow_down", "authorization_pending")
        fixture.transport.answer(
            .failure(TransportError(.noAnswer, "time-out")), .response(status: 502, body: "<html>"))
        fixture.grantModern()
        #expect(try await finish(visit).account?.username == "alice")
        #expect(fixture.clock.pauses == [5, 5, 10, 10, 20, 40])
        let form = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=dc-1234"
        #expect(fixture.transport.sent.dropFirst().prefix(6).map(\.body) == Array(repeating: form, count: 6))
    }

    @Test("the person is asked whether it is the account that they mean")
    func confirmed() async throws {
        let visit = try await begin(isAttended: true)
        fixture.grantModern()
        guard case .confirmAccount("alice", _, let handle) = try await finish(visit) else {
            return #expect(Bool(false), "not asked")
        }
        await expectError(.cancelled) { _ = try await fixture.terminal.continueLogIn(handle, with: .no) }
        #expect(fixture.records(.account).isEmpty)
    }

    @Test(
        "a no, a code that is too old, and other refusals end it",
        arguments: [
            ("access_denied", BrokerError.Code.cancelled, "denied at modern"),
            ("expired_token", .cancelled, "while it was good"), ("invalid_grant", .serviceRefused, "invalid_grant"),
            ("invalid_client", .serviceRefused, "invalid_client"),
        ])
    func refusals(_ kind: String, code: BrokerError.Code, words: String) async throws {
        let visit = try await begin()
        answer("authorization_pending", kind)
        let error = await expectError(code) { _ = try await finish(visit) }
        #expect(error.message.contains(words))
        #expect(fixture.clock.pauses.count == 2 && fixture.records(.account).isEmpty)
        await expectError(.invalidArgument) { _ = try await finish(visit) }
    }

    @Test("it is given up when the code is no longer good, and not before the ten minutes of others are over")
    func tooLate() async throws {
        let visit = try await begin()
        for _ in 1...359 { answer("authorization_pending") }
        let error = await expectError(.cancelled) {
            answer("authorization_pending")
            _ = try await finish(visit)
        }
        #expect(error.message.contains("while it was good"))
        #expect(error.nextStep == "acctstore add modern --user alice --device")
        #expect(fixture.clock.pauses.count >= 359)
    }

    @Test(
        "an answer without a code that could be shown is refused",
        arguments: [
            "", "{}", begun.replacing("dc-1234", with: ""), begun.replacing("WDJB-MJHT\"", with: "a\\u001b[31m\""),
            begun.replacing("https://modern.example/device\"", with: "http://modern.example/device\""),
            begun.replacing("https://modern.example/device\"", with: "javascript:alert(1)\""),
            begun.replacing("1800", with: "0"), begun.replacing("1800", with: "null"),
        ])
    func unusable(_ body: String) async throws {
        let error = await expectError(.serviceRefused) { _ = try await begin(body) }
        #expect(error.message.contains("no code to type") && !error.message.contains("dc-1234"))
    }

    @Test("a service without it, and an app for signing, say how to go on")
    func notThere() async throws {
        var description = modern()
        description.oauth2?.device = nil
        fixture.services.replace(description)
        try await fixture.setClient(modernService)
        let error = await expectError(.notConfigured) { _ = try await fixture.logIn(.device, to: modernService) }
        #expect(error.nextStep == "acctstore add modern --pin")
        var both = modern()
        both.urls.accessToken = "https://api.modern.example/oauth/access_token"
        fixture.services.replace(both)
        try await fixture.setApp(modernService)
        let signing = await expectError(.notConfigured) { _ = try await fixture.logIn(.device, to: modernService) }
        #expect(signing.message.contains("is for OAuth 1.0a"))
    }
}
