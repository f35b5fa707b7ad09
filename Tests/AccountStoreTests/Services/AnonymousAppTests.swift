import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

/// GNU social: an app that every server knows, and a token that names nobody.
@Suite struct AnonymousAppTests {
    private let service: Service
    private let fixture: StoreFixture

    init() throws {
        service = try #require(Service("gnusocial/social.example"))
        fixture = StoreFixture(services: [try #require(try BuiltInServices().description(of: service))])
    }

    private func logIn(_ person: String = #"{"id":7,"screen_name":"alice"}"#) async throws -> LogInStep {
        fixture.transport.answer(
            .response(status: 200, body: "oauth_token=rt&oauth_token_secret=rs&oauth_callback_confirmed=true"))
        let begun = try await fixture.logIn(.pin, to: service)
        guard case .visit(let page, let handle) = begun else { throw BrokerError(.failed, "\(begun)") }
        #expect(page == LogInVisit(url: "https://social.example/api/oauth/authorize?oauth_token=rt"))
        fixture.transport.answer(
            .response(status: 200, body: "oauth_token=at&oauth_token_secret=as"), .response(status: 200, body: person))
        return try await fixture.terminal.continueLogIn(handle, with: .pin(try TextInput.descriptor("7\n")))
    }

    @Test func noAppIsNeededAndNoneIsKept() async throws {
        let account = try #require(try await logIn().account)
        #expect(account.username == "alice" && account.userID == "7" && account.app == "default")
        let sent = fixture.transport.sent
        #expect(
            sent.map(\.url) == [
                "https://social.example/api/oauth/request_token", "https://social.example/api/oauth/access_token",
                "https://social.example/api/account/verify_credentials.json",
            ])
        for request in sent { #expect(request.authorization.contains(#"oauth_consumer_key="anonymous""#)) }
        #expect(fixture.records(.app).isEmpty)
        #expect(
            fixture.records(.account).first?.secret.contains(
                #""consumer_key":"anonymous","consumer_secret":"anonymous""#) == true)
    }

    @Test func anAppOfOnesOwnGoesFirst() async throws {
        try await fixture.setApp(service)
        _ = try await logIn()
        #expect(!fixture.transport.sent[0].authorization.contains("anonymous"))
    }

    @Test func anAppThatIsNamedMustBeKept() async throws {
        await expectError(.notConfigured) {
            _ = try await fixture.terminal.beginLogIn(LogInRequest(service: service, app: "work", method: .pin))
        }
        #expect(fixture.transport.sent.isEmpty)
    }

    /// The same token again is the same account: nothing is there twice.
    @Test func theSamePersonAgainIsTheSameAccount() async throws {
        let first = try #require(try await logIn().account)
        let again = try await logIn()
        guard case .confirmReplacement(let existing, let handle) = again else {
            throw BrokerError(.failed, "\(again)")
        }
        #expect(existing.id == first.id)
        let done = try await fixture.terminal.continueLogIn(handle, with: .yes)
        #expect(done.account?.number == 1 && fixture.records(.account).count == 1)
    }

    @Test func theAppAloneSignsAtHostsWithAnAccount() async throws {
        _ = try await logIn()
        fixture.transport.forget()
        fixture.transport.answer(.response(status: 200, body: "[]"), .response(status: 200, body: "[]"))
        let url = "https://social.example/api/statuses/public_timeline.json"
        let request = UnsignedRequest(method: "GET", url: url)
        _ = try await fixture.terminal.perform(request, body: nil, as: .app("default"))
        _ = try await fixture.terminal.perform(request, body: nil, as: .nobody)
        #expect(fixture.transport.sent[0].authorization.contains("anonymous"))
        #expect(fixture.transport.sent[1].authorization.isEmpty)
        let elsewhere = UnsignedRequest(method: "GET", url: "https://other.example/api/statuses/public_timeline.json")
        await expectError(.urlNotAllowed) {
            _ = try await fixture.terminal.perform(elsewhere, body: nil, as: .nobody)
        }
    }

    @Test func noStepOfTheLogInIsSignedForAProgram() async throws {
        let account = try #require(try await logIn().account)
        for path in ["request_token", "access_token", "authorize"] {
            let request = UnsignedRequest(method: "POST", url: "https://social.example/api/oauth/\(path)")
            await expectError(.urlNotAllowed) { _ = try await fixture.terminal.sign(request, as: account.id) }
        }
    }
}
