import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite("Whose a bearer token is")
struct WhoItIsTests {
    private static let tokens = "access_token=at&client_id=cid"

    private func described(_ dialect: ServiceProfile.Dialect, api: String) -> StoreFixture {
        var description = modern()
        description.profile.dialect = dialect
        description.profile.api = api
        description.urls.api = api
        return StoreFixture(services: [description])
    }

    @Test(
        "the service is asked in its own language",
        arguments: [
            (
                ServiceProfile.Dialect.twitter2, "https://m.example/", "2/users/me",
                #"{"data":{"id":"7","username":"al"}}"#
            ),
            (
                .mastodon, "https://m.example/", "api/v1/accounts/verify_credentials",
                #"{"id":"7","username":"al","acct":"al","display_name":"Al"}"#
            ),
            (.twitter11, "https://m.example/api/", "account/verify_credentials.json", #"{"id":7,"screen_name":"al"}"#),
        ])
    func asked(_ dialect: ServiceProfile.Dialect, api: String, path: String, answer: String) async throws {
        let fixture = described(dialect, api: api)
        fixture.transport.answer(.response(status: 200, body: answer))
        let step = try await fixture.logIn(.token, to: modernService, secret: Self.tokens)
        #expect(step.account?.username == "al" && step.account?.userID == "7" && step.warning == nil)
        #expect(fixture.transport.sent.map(\.url) == [api + path])
        #expect(fixture.transport.sent.map(\.authorization) == ["Bearer at"])
    }

    @Test("a service that cannot be asked leaves what was said with the token, or a mark of the token")
    func unknown() async throws {
        let fixture = described(.none, api: "https://m.example/")
        let named = try await fixture.logIn(
            .token, to: modernService, secret: Self.tokens + "&screen_name=al&user_id=7")
        #expect(named.account?.username == "al" && named.warning?.contains("could not be asked") == true)
        _ = try await fixture.logIn(.token, to: modernService, secret: Self.tokens)
        // The first four bytes of SHA-256("at").
        #expect(fixture.records(.account).last?.stored.record.attributes["user-id"] == "?b1d6b91b")
    }

    @Test("somebody else than was expected stores nothing")
    func other() async throws {
        let fixture = described(.mastodon, api: "https://m.example/")
        fixture.transport.answer(.response(status: 200, body: #"{"id":"7","username":"al"}"#))
        await expectError(.serviceRefused) {
            _ = try await fixture.logIn(.token, to: modernService, as: "bob", secret: Self.tokens)
        }
        #expect(fixture.records(.account).isEmpty)
    }

    @Test(
        "what is nobody's name or id is told, made visible, and throws no token away",
        arguments: [
            (ServiceProfile.Dialect.twitter11, #"{"id_str":"7","screen_name":"al ice"}"#, "“al ice” as screen_name"),
            (.twitter11, #"{"id_str":"7","screen_name":"al\u001b[2Jice"}"#, "“al\\u{1B}[2Jice” as screen_name"),
            (.twitter11, #"{"id_str":"7","screen_name":""}"#, "“” as screen_name"),
            (.twitter11, #"{"id_str":"7","screen_name":["alice"]}"#, "something else than text as screen_name"),
            (.twitter11, #"{"id_str":"7","screen_name":null}"#, "gives no name"),
            (.twitter2, #"{"data":{"id":"7"}}"#, "gives no name"),
            (.twitter2, #"{"data":{"id":"7","username":"\u202eecila"}}"#, "“\\u{202E}ecila” as username"),
            (.mastodon, #"{"id":"7","username":"\#(String(repeating: "a", count: 129))"}"#, "a…a"),
        ])
    func nonsense(_ dialect: ServiceProfile.Dialect, answer: String, shown: String) async throws {
        let fixture = described(dialect, api: "https://m.example/")
        fixture.transport.answer(.response(status: 200, body: answer))
        let step = try await fixture.logIn(.token, to: modernService, secret: Self.tokens)
        let account = try #require(step.account)
        #expect(account.username == nil && account.userID == "7")
        let warning = try #require(step.warning)
        #expect(warning.contains(shown) && warning.hasSuffix("acctstore verify 1 asks again whose it is"), "\(warning)")
    }

    @Test("of a name on all servers that is none, beside a name that is one, is told as well")
    func nonsenseBeside() async throws {
        let fixture = described(.mastodon, api: "https://m.example/")
        fixture.transport.answer(.response(status: 200, body: #"{"id":"7","username":"al","acct":"a l"}"#))
        let step = try await fixture.logIn(.token, to: modernService, secret: Self.tokens)
        #expect(step.account?.username == "al")
        #expect(step.warning == "modern gives “a l” as acct, which nobody is called by")
    }

    @Test("a name that is none is not that of whom the person expects, and ends the log-in")
    func nonsenseExpected() async throws {
        let fixture = described(.mastodon, api: "https://m.example/")
        fixture.transport.answer(.response(status: 200, body: #"{"id":"7","username":"a l"}"#))
        let error = await expectError(.serviceRefused) {
            _ = try await fixture.logIn(.token, to: modernService, as: "al", secret: Self.tokens)
        }
        #expect(error.message == "modern gives “a l” as username, and not @al; nothing was stored")
        #expect(fixture.records(.account).isEmpty)
    }
}
