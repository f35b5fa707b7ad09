import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

/// Whose a token is, at services whose language the client does not speak.
@Suite struct IdentityQuestionTests {
    private func fixture(
        _ identity: IdentityQuestion?, parameters: [Parameter] = []
    ) throws -> (StoreFixture, Service) {
        let service = try #require(Service("pictures"))
        var description = ServiceDescription(
            profile: ServiceProfile(
                service: service, title: "Pictures", dialect: .none, api: "https://api.pictures.example/"),
            urls: ServiceURLs(
                api: "https://api.pictures.example/", requestToken: "https://pictures.example/r",
                authorize: "https://pictures.example/a", accessToken: "https://pictures.example/t"))
        description.identity = identity
        description.fixedAuthorizeParameters = parameters
        return (StoreFixture(services: [description]), service)
    }

    private func logIn(
        _ fixture: StoreFixture, _ service: Service, token: String = "oauth_token=at&oauth_token_secret=as",
        person: String? = nil
    ) async throws -> (LogInVisit, Account) {
        try await fixture.setApp(service)
        fixture.transport.answer(
            .response(status: 200, body: "oauth_token=rt&oauth_token_secret=rs&oauth_callback_confirmed=true"),
            .response(status: 200, body: token))
        if let person { fixture.transport.answer(.response(status: 200, body: person)) }
        let begun = try await fixture.logIn(.pin, to: service)
        guard case .visit(let page, let handle) = begun else { throw BrokerError(.failed, "\(begun)") }
        let done = try await fixture.terminal.continueLogIn(handle, with: .pin(try TextInput.descriptor("123456\n")))
        return (page, try #require(done.account))
    }

    @Test(arguments: [
        (#"{"id":1,"username":"alice","resource_url":"https://x"}"#, "1", "alice"),
        (#"[{"type":"user","user_id":54321,"username":"alice"}]"#, "54321", "alice"),
        (#"{"Response":{"User":{"NickName":"alice","Name":"Alice A"}},"Code":200}"#, "@alice", "alice"),
        (#"{"user":{"id":"12@N00","username":{"_content":"alice"}},"stat":"ok"}"#, "12@N00", "alice"),
    ]) func theAnswerIsReadInEachShape(body: String, id: String, name: String) async throws {
        let question = IdentityQuestion(method: "POST", url: "https://api.pictures.example/me?format=json")
        let (fixture, service) = try fixture(question)
        let (_, account) = try await logIn(fixture, service, person: body)
        #expect(account.username == name)
        #expect(fixture.records(.account).first?.stored.record.attributes["user-id"] == id)
        let asked = try #require(fixture.transport.sent.last)
        #expect(asked.method == "POST" && asked.url == "https://api.pictures.example/me?format=json")
        #expect(asked.authorization.contains("oauth_signature="))
    }

    @Test func theAnswerWithTheTokenMayNameThePerson() async throws {
        let (fixture, service) = try fixture(nil)
        let token = "fullname=Alice&oauth_token=at&oauth_token_secret=as&user_nsid=12%40N00&username=alice"
        let (_, account) = try await logIn(fixture, service, token: token)
        #expect(account.username == "alice" && account.userID == "12@N00")
        #expect(fixture.transport.sent.count == 2)
    }

    @Test func thePageIsToldWhatTheDescriptionSays() async throws {
        let (fixture, service) = try fixture(nil, parameters: [Parameter("perms", "write"), Parameter("a b", "c&d")])
        let (page, _) = try await logIn(fixture, service)
        #expect(page.url == "https://pictures.example/a?oauth_token=rt&perms=write&a%20b=c%26d")
    }
}
