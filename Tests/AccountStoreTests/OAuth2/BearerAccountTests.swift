import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

private let user = #"{"data":{"id":"123","name":"Alice A.","username":"Alice"}}"#
private let form =
    "access_token=at-1234&refresh_token=rt-1234&expires_in=7200&client_id=cid&client_secret=cse&scope=a%20b"

@Suite("An account with a bearer token")
struct BearerAccountTests {
    private let fixture = StoreFixture()

    @Test(
        "comes as a form or as JSON",
        arguments: [
            form, form + "\n",
            #"{"access_token":"at-1234","refresh_token":"rt-1234","expires_in":7200,"token_type":"Bearer","scope":"a b","#
                + #""client_id":"cid","client_secret":"cse"}"#,
        ])
    func tokens(_ text: String) async throws {
        fixture.transport.answer(.response(status: 200, body: user))
        let step = try await fixture.logIn(.token, to: .twitter, secret: text)
        #expect(step.account?.username == "Alice" && step.account?.userID == "123" && step.warning == nil)
        #expect(
            fixture.records(.account).map(\.secret) == [
                #"{"version":1,"client_id":"cid","client_secret":"cse","access_token":"at-1234","#
                    + #""refresh_token":"rt-1234","issued":"2023-11-14T22:13:20Z","expires":"2023-11-15T00:13:20Z","scope":"a b","urls":{"#
                    + #""api":"https://api.x.com/","upload":"https://upload.x.com/","#
                    + #""oauth2_authorize":"https://x.com/i/oauth2/authorize","#
                    + #""token":"https://api.x.com/2/oauth2/token","revoke":"https://api.x.com/2/oauth2/revoke"}}"#
            ])
        let asked = try #require(fixture.transport.sent.first)
        #expect(asked.url == "https://api.x.com/2/users/me" && asked.authorization == "Bearer at-1234")
    }

    @Test(
        "anything else is refused, and nothing is stored",
        arguments: [
            "access_token=", "access_token=1234&token_type=mac", "access_token=1234&client_secret=x",
            "access_token=1234&expires_in=soon", "access_token=1234&expires_in=-1",
            "access_token=1234&expires=tomorrow", "access_token=1234%0A", #"{"access_token":"a\u0000"}"#,
            #"{"access_token":7}{"#,
        ])
    func refused(_ text: String) async throws {
        let error = await expectError(.inputRefused) {
            _ = try await fixture.logIn(.token, to: .twitter, secret: text)
        }
        #expect(!error.message.contains("1234"))
        #expect(fixture.records(.account).isEmpty && fixture.transport.sent.isEmpty)
    }

    @Test("needs no app unless it can be renewed, and takes the one of its own protocol")
    func app() async throws {
        let step = try await fixture.logIn(.token, to: .twitter, secret: "access_token=at&user_id=1")
        #expect(step.account?.userID == "1" && step.account?.app == "default")
        #expect(fixture.records(.account).first?.secret.contains("client_id") == false)
        await expectError(.notConfigured) {
            _ = try await fixture.logIn(.token, to: .twitter, secret: "access_token=at&refresh_token=rt&user_id=2")
        }
        try await fixture.setApp(.twitter)
        let error = await expectError(.notConfigured) {
            _ = try await fixture.logIn(.token, to: .twitter, secret: "access_token=at&refresh_token=rt&user_id=2")
        }
        #expect(error.message.contains("is for OAuth 1.0a"))
        #expect(fixture.records(.account).count == 1)
    }

    @Test("sends the token, and signs nothing")
    func performs() async throws {
        let alice = try await bearer()
        fixture.transport.forget()
        fixture.transport.answer(.response(status: 200, body: "{}"))
        let request = UnsignedRequest(method: "POST", url: "https://api.x.com/2/tweets")
        let answer = try await fixture.terminal.perform(request, body: nil, as: .account(alice.id))
        #expect(answer.status == 200)
        #expect(fixture.transport.sent.map(\.authorization) == ["Bearer at-1"])
        for broker in [fixture.terminal, fixture.broker(nightly)] {
            try await fixture.allow(nightly)
            let error = await expectError(.notSignable) { _ = try await broker.sign(request, as: alice.id) }
            #expect(error.message.contains("bearer token") && !error.message.contains("at-1"))
            #expect(error.nextStep?.contains("acctstore request -a 1") == true)
        }
    }

    @Test(
        "never sends the token to an address of a log-in, of either protocol",
        arguments: [
            "https://api.x.com/2/oauth2/token", "https://api.x.com/2/oauth2/revoke?x=1",
            "https://api.x.com/2/OAUTH2/token",
            "https://api.x.com/oauth/access_token", "https://api.x.com/1.1/oauth/invalidate_token.json",
        ])
    func logInAddresses(_ url: String) async throws {
        let bearer = try await bearer()
        let signing = try await fixture.addAccount("bob", id: "2")
        fixture.transport.forget()
        for account in [bearer, signing] {
            await expectError(.urlNotAllowed) {
                _ = try await fixture.terminal.perform(
                    UnsignedRequest(method: "POST", url: url), body: nil, as: .account(account.id))
            }
        }
        #expect(fixture.transport.sent.isEmpty)
    }

    @Test("stops where its description was changed, with the line to restore")
    func changedDescription() async throws {
        let alice = try await bearer()
        var changed = ServiceDescription.twitter
        changed.oauth2?.token = "https://evil.example/token"
        fixture.services.replace(changed)
        let error = await expectError(.notConfigured) {
            _ = try await fixture.terminal.perform(
                UnsignedRequest(method: "GET", url: "https://api.x.com/2/users/me"), body: nil, as: .account(alice.id))
        }
        #expect(error.message.contains("https://evil.example/token"))
        #expect(error.nextStep?.contains("token=https://api.x.com/2/oauth2/token under [oauth2]") == true)
        // What concerns the other protocol is no trouble of this account.
        var other = ServiceDescription.twitter
        other.urls.accessToken = "https://elsewhere.example/token"
        fixture.services.replace(other)
        fixture.transport.answer(.response(status: 200, body: "{}"))
        _ = try await fixture.terminal.perform(
            UnsignedRequest(method: "GET", url: "https://api.x.com/2/users/me"), body: nil, as: .account(alice.id))
    }

    @Test("keeps what this release does not know, and drops what belongs to another protocol")
    func replaced() async throws {
        let alice = try await fixture.addAccount("alice", id: "123")
        let item = try #require(fixture.records(.account).first)
        try await fixture.keychain.update(
            item.stored.reference, to: item.stored.record,
            secret: .init(text: String(item.secret.dropLast()) + #","later":[1]}"#))
        let step = try await fixture.logIn(.token, to: .twitter, as: "alice", secret: "access_token=at&user_id=123")
        #expect(step.account?.id == alice.id)
        let secret = try #require(fixture.records(.account).first).secret
        #expect(secret.hasPrefix(#"{"version":1,"access_token":"at","urls":{"#) && secret.hasSuffix(#","later":[1]}"#))
        #expect(!secret.contains("consumer_key") && !secret.contains("token_secret"))
    }

    @Test("gives out the token, and never what renews it")
    func credential() async throws {
        let alice = try await bearer()
        fixture.prompter.answer(.once)
        let text = TextInput.contents(of: try await fixture.terminal.credential(of: alice.id))
        #expect(
            text == "access_token=at-1&token_type=bearer&scope=a%20b&expires=2023-11-15T00%3A13%3A20Z&service=twitter"
                + "&user_id=1&screen_name=alice")
        let other = StoreFixture()
        let step = try await other.logIn(.token, to: .twitter, secret: text)
        #expect(step.account?.username == "alice" && step.account?.userID == "1")
        #expect(other.records(.account).first?.secret.contains(#""expires":"2023-11-15T00:13:20Z""#) == true)
    }

    private func bearer() async throws -> Account {
        let tokens = "access_token=at-1&refresh_token=rt-1&expires_in=7200&client_id=cid&scope=a+b&user_id=1"
        return try #require(
            try await fixture.logIn(.token, to: .twitter, as: "alice", secret: tokens + "&screen_name=alice").account)
    }
}
