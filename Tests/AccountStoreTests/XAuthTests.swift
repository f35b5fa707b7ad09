import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite struct XAuthTests {
    private let fixture = StoreFixture()
    private let accessToken =
        "oauth_token=at-1234&oauth_token_secret=as-1234&user_id=123&screen_name=alice&x_auth_expires=0"
    private let user = #"{"id_str":"123","screen_name":"alice"}"#

    @Test func thePasswordArrivesByteForByteAndIsKeptNowhere() async throws {
        try await fixture.setApp(fixture.local)
        fixture.transport.answer(.response(status: 200, body: accessToken), .response(status: 200, body: user))
        let step = try await fixture.logIn(.xauth, to: fixture.local, as: "@alice", secret: "p%+& ~é/\n")
        #expect(step.account?.username == "alice")
        let sent = try #require(fixture.transport.sent.first)
        #expect(
            sent.body == "x_auth_username=alice&x_auth_password=p%25%2B%26%20~%C3%A9%2F&x_auth_mode=client_auth")
        #expect(sent.url == "http://127.0.0.1:8080/oauth/access_token" && sent.method == "POST")
        #expect(!sent.authorization.contains("oauth_token="))
        #expect(fixture.keychain.contents.allSatisfy { !$0.secret.contains("p%") })
    }

    @Test(
        arguments: [
            (403, #"<errors><error code="87">Client is not permitted to perform this action</error></errors>"#),
            (403, #"{"errors":[{"code":87,"message":"Client is not permitted to perform this action"}]}"#),
            (401, "<hash><error>Client application is not permitted to use xAuth.</error><request>/x</request></hash>"),
        ])
    func anAppWithoutTheRightIsPointedToThePIN(_ status: Int, _ body: String) async throws {
        try await fixture.setApp(fixture.local)
        fixture.transport.answer(.response(status: status, body: body))
        let error = await expectError(.serviceRefused) {
            _ = try await fixture.logIn(.xauth, to: fixture.local, as: "alice", secret: "password")
        }
        #expect(error.message.contains("may not use xAuth") && error.message.contains("not permitted"))
        #expect(error.nextStep == "acctstore add local --user alice --pin")
        #expect(fixture.records(.account).isEmpty)
    }

    @Test func aWrongPasswordIsToldWithoutRepeatingIt() async throws {
        try await fixture.setApp(fixture.local)
        fixture.transport.answer(.response(status: 401, body: "Failed to validate secret-word"))
        let error = await expectError(.serviceRefused) {
            _ = try await fixture.logIn(.xauth, to: fixture.local, as: "alice", secret: "secret-word")
        }
        #expect(error.message.contains("401: Failed to validate ***"))
    }

    @Test(arguments: ["oauth_token=x&oauth_token_secret=fresh-secret", #"{"error":"oauth_token_secret=fresh-secret"}"#])
    func aTokenInARefusalIsNotShown(_ body: String) async throws {
        try await fixture.setApp(fixture.local)
        fixture.transport.answer(.response(status: 500, body: body))
        let error = await expectError(.serviceRefused) {
            _ = try await fixture.logIn(.xauth, to: fixture.local, as: "alice", secret: "secret-word")
        }
        #expect(error.message.contains("oauth_token_secret=***") && !error.message.contains("fresh-secret"))
    }

    /// As it was sent, and as it stands in the base string of a signature.
    @Test(
        arguments: [
            "p%2525q word", "x_auth_password=p%25q%20word", "POST&x_auth_password%3Dp%2525q%2520word",
            "you sent p%25q+word", "you sent %70%25q%20w%6Frd", "wrong: p%2525q+word",
        ])
    func aPasswordIsNotRepeatedWhereAServiceShowsItEncoded(_ body: String) async throws {
        try await fixture.setApp(fixture.local)
        fixture.transport.answer(.response(status: 401, body: body))
        let error = await expectError(.serviceRefused) {
            _ = try await fixture.logIn(.xauth, to: fixture.local, as: "alice", secret: "p%q word")
        }
        #expect(!error.message.contains("word)") && !error.message.contains("word;"))
        #expect(error.message.contains("***)"))
    }

    @Test(arguments: ["token=at-1234&secret=as-1234", "access_token=at-1234"])
    func whatMayBeATokenUnderAnotherNameIsNotShown(_ body: String) async throws {
        try await fixture.setApp(fixture.local)
        fixture.transport.answer(.response(status: 200, body: body))
        let error = await expectError(.serviceRefused) {
            _ = try await fixture.logIn(.xauth, to: fixture.local, as: "alice", secret: "password")
        }
        #expect(error.message.contains("without a token (status 200)") && !error.message.contains("at-1234"))
    }

    /// A service like this sends nobody to a page.
    @Test func whereThereIsNoPageNoPageIsNamed() async throws {
        let local = fixture.local
        var description = try #require(try fixture.services.description(of: local))
        (description.urls.requestToken, description.urls.authorize) = (nil, nil)
        fixture.services.replace(description)
        try await fixture.setApp(local)
        for (name, option) in [(nil, " --user NAME --xauth"), ("alice", " --user alice --xauth")] {
            let error = await expectError(.notConfigured) { _ = try await fixture.logIn(.pin, to: local, as: name) }
            #expect(error.nextStep == "acctstore add local\(option)")
        }
        fixture.transport.answer(.response(status: 200, body: "<html>"))
        let error = await expectError(.serviceRefused) {
            _ = try await fixture.logIn(.xauth, to: local, as: "alice", secret: "password")
        }
        #expect(error.nextStep == "acctstore add local --user alice --token-stdin")
        description.offersXAuth = false
        fixture.services.replace(description)
        let none = await expectError(.notConfigured) { _ = try await fixture.logIn(.pin, to: local, as: "alice") }
        #expect(none.nextStep == "acctstore add local --user alice --token-stdin")
    }

    @Test func whatIsMissingStopsBeforeAnyRequest() async throws {
        let local = fixture.local
        await expectError(.notConfigured) { _ = try await fixture.logIn(.xauth, to: local, as: "alice", secret: "x") }
        try await fixture.setApp(local)
        try await fixture.setApp(.twitter)
        await expectError(.invalidArgument) { _ = try await fixture.logIn(.xauth, to: local, secret: "x") }
        await expectError(.invalidArgument) { _ = try await fixture.logIn(.xauth, to: local, as: "alice") }
        await expectError(.notConfigured) {
            _ = try await fixture.logIn(.xauth, to: .twitter, as: "alice", secret: "x")
        }
        for password in ["", "\n", "a\n\n", "a\tb"] {
            await expectError(.inputRefused) {
                _ = try await fixture.logIn(.xauth, to: local, as: "alice", secret: password)
            }
        }
        #expect(fixture.transport.sent.isEmpty)
    }
}
