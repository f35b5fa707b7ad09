import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite struct SenderTests {
    private let fixture = StoreFixture()
    private let localURL = "http://127.0.0.1:8080/1.1/search/tweets.json"

    private func request(_ url: String, _ method: String = "GET") -> UnsignedRequest {
        UnsignedRequest(method: method, url: url, parameters: [Parameter("q", "a")])
    }

    @Test func anAppSignsWithItsOwnKeyAndWithoutAToken() async throws {
        try await fixture.setApp(fixture.local, name: "mine", key: "local-key")
        try await fixture.setApp(.twitter, name: "mine", key: "twitter-key")
        fixture.transport.answer(.response(status: 200, body: "[]"))
        let response = try await fixture.terminal.perform(request(localURL), body: nil, as: .app("mine"))
        #expect(response.status == 200)
        let sent = try #require(fixture.transport.sent.last)
        #expect(sent.url == localURL + "?q=a")
        #expect(sent.authorization.contains(#"oauth_consumer_key="local-key""#))
        #expect(!sent.authorization.contains("oauth_token"))
    }

    @Test func anAppThatSignsWithPlaintextIsUsedToo() async throws {
        let description = try #require(
            ServiceDescription.local(
                name: "plain", base: "http://127.0.0.1:9090/", signatureMethod: "PLAINTEXT"))
        let fixture = StoreFixture(services: [description])
        try await fixture.setApp(description.service, secret: "cs")
        fixture.transport.answer(.response(status: 200))
        _ = try await fixture.terminal.perform(request("http://127.0.0.1:9090/a"), body: nil, as: .app("default"))
        #expect(fixture.transport.sent.last?.authorization.contains(#"oauth_signature="cs%26""#) == true)
    }

    @Test func whatIsNotSignedHasNoAuthorization() async throws {
        fixture.transport.answer(.response(status: 200))
        let program = fixture.broker(nightly, mayAsk: false)
        _ = try await program.perform(request(localURL, "POST"), body: nil, as: .nobody)
        let sent = try #require(fixture.transport.sent.last)
        #expect(sent.headers[field: "Authorization"] == nil)
        #expect(sent.body == "q=a")
    }

    @Test(arguments: [RequestSender.nobody, .app("default")])
    func onlyDescribedServicesAreReached(_ sender: RequestSender) async throws {
        try await fixture.setApp(.twitter)
        for url in [
            "https://elsewhere.example/", "http://127.0.0.1:8081/", "https://api.x.com/oauth/request_token",
            "https://api.x.com.elsewhere.example/", "https://user@api.x.com/",
        ] {
            await expectError(.urlNotAllowed) {
                _ = try await fixture.terminal.perform(request(url), body: nil, as: sender)
            }
        }
        #expect(fixture.transport.sent.isEmpty)
    }

    @Test func theServiceWithTheLongestBaseIsTheOneOfTheURL() async throws {
        let inner = try #require(ServiceDescription.local(name: "inner", base: "http://127.0.0.1:8080/inner/"))
        let fixture = StoreFixture(services: [inner])
        try await fixture.setApp(inner.service, key: "inner-key")
        try await fixture.setApp(fixture.local, key: "outer-key")
        fixture.transport.answer(.response(status: 200), .response(status: 200))
        for (url, key) in [("inner/a", "inner-key"), ("innermost", "outer-key")] {
            _ = try await fixture.terminal.perform(
                request("http://127.0.0.1:8080/\(url)"), body: nil, as: .app("default"))
            #expect(fixture.transport.sent.last?.authorization.contains(key) == true)
        }
    }

    @Test func ofTwoServicesAtOneAddressTheOneWithTheAppIsMeant() async throws {
        let other = try #require(ServiceDescription.local(name: "other"))
        let fixture = StoreFixture(services: [other])
        try await fixture.setApp(other.service, name: "mine", key: "other-key")
        try await fixture.setApp(fixture.local, key: "local-key")
        fixture.transport.answer(.response(status: 200), .response(status: 200))
        for (app, key) in [("mine", "other-key"), ("default", "local-key")] {
            _ = try await fixture.terminal.perform(request(localURL), body: nil, as: .app(app))
            #expect(fixture.transport.sent.last?.authorization.contains(key) == true)
        }
    }

    /// Where no app has the usual name, the only one of a service is meant.
    @Test func ofTwoServicesAtOneAddressTheOneWithTheOnlyAppIsMeant() async throws {
        let other = try #require(ServiceDescription.local(name: "other"))
        let fixture = StoreFixture(services: [other])
        try await fixture.setApp(other.service, name: "mine", key: "other-key")
        fixture.transport.answer(.response(status: 200))
        _ = try await fixture.terminal.perform(request(localURL), body: nil, as: .app("default"))
        #expect(fixture.transport.sent.last?.authorization.contains("other-key") == true)
        try await fixture.setApp(fixture.local, name: "work", key: "local-key")
        await expectError(.invalidArgument) {
            _ = try await fixture.terminal.perform(request(localURL), body: nil, as: .app("default"))
        }
        #expect(fixture.transport.sent.count == 1)
    }

    @Test func theAppOfTheServiceThatIsNamedSignsAndOfSeveralNoneThatIsNot() async throws {
        let other = try #require(ServiceDescription.local(name: "other"))
        let fixture = StoreFixture(services: [other])
        try await fixture.setApp(other.service, key: "other-key")
        try await fixture.setApp(fixture.local, key: "local-key")
        fixture.transport.answer(.response(status: 200), .response(status: 200))
        for (service, key) in [(other.service, "other-key"), (fixture.local, "local-key")] {
            _ = try await fixture.terminal.perform(request(localURL), body: nil, as: .app("default", of: service))
            #expect(fixture.transport.sent.last?.authorization.contains(key) == true)
        }
        let unclear = await expectError(.invalidArgument) {
            _ = try await fixture.terminal.perform(request(localURL), body: nil, as: .app("default"))
        }
        #expect(
            unclear.message
                == "\(localURL) belongs to local and to other, each of which has an app that default may mean")
        #expect(unclear.nextStep?.contains("--service local") == true)
        await expectError(.urlNotAllowed) {
            _ = try await fixture.terminal.perform(request(localURL), body: nil, as: .app("default", of: .twitter))
        }
        #expect(fixture.transport.sent.count == 2)
    }

    @Test func whatIsPartOfOneServicesLogInIsClosedToTheAppOfAnotherOne() async throws {
        var other = try #require(ServiceDescription.local(name: "other", base: "http://127.0.0.1:8080/oauth/"))
        other.urls.accessToken = other.urls.api + "other"
        let fixture = StoreFixture(services: [other])
        try await fixture.setApp(other.service)
        for named in [other.service, nil] {
            await expectError(.urlNotAllowed) {
                let token = request("http://127.0.0.1:8080/oauth/access_token", "POST")
                _ = try await fixture.terminal.perform(token, body: nil, as: .app("default", of: named))
            }
        }
        #expect(fixture.transport.sent.isEmpty)
    }

    @Test func anAddressThatStandsForPicturesTooIsToldOnce() async throws {
        var description = try #require(ServiceDescription.local(name: "plain", base: "http://127.0.0.1:9090/"))
        description.urls.upload = description.urls.api
        let fixture = StoreFixture(services: [description])
        try await fixture.setApp(description.service)
        let error = await expectError(.urlNotAllowed) {
            _ = try await fixture.terminal.perform(
                request(localURL), body: nil, as: .app("default", of: description.service))
        }
        #expect(error.message == "\(localURL) does not belong to plain: http://127.0.0.1:9090/")
    }

    @Test func aProgramUsesAnAppByAGrantForTheServiceAndByNothingLess() async throws {
        try await fixture.setApp(.twitter)
        _ = try await fixture.addAccount("alice", id: "1")
        let program = fixture.broker(nightly, mayAsk: false)
        try await fixture.allow(nightly)
        await expectError(.accessDenied) { _ = try await program.perform(read, body: nil, as: .app("default")) }
        try await fixture.allow(nightly, .read, .service(.twitter))
        fixture.transport.answer(appToken(), .response(status: 200))
        _ = try await program.perform(read, body: nil, as: .app("default"))
        await expectError(.accessDenied) { _ = try await program.perform(post, body: nil, as: .app("default")) }
        try await fixture.allow(nightly, .read, .service(.twitter), decision: .deny)
        await expectError(.accessDenied) { _ = try await program.perform(read, body: nil, as: .app("default")) }
    }

    @Test func aProgramThatCanBeAskedAboutIsAskedOnce() async throws {
        try await fixture.setApp(.twitter)
        fixture.prompter.answer(.always)
        fixture.transport.answer(appToken(), .response(status: 200), .response(status: 200))
        let program = fixture.broker(nightly)
        for _ in 1...2 { _ = try await program.perform(read, body: nil, as: .app("default")) }
        #expect(fixture.prompter.questions.map(\.subject) == [.service(.twitter, .read)])
    }

    @Test func anAppThatIsNotKeptIsNamedWithTheCommandThatKeepsIt() async throws {
        let none = await expectError(.notConfigured) {
            _ = try await fixture.terminal.perform(request(localURL), body: nil, as: .app("default"))
        }
        #expect(none.nextStep == "acctstore app set local --key KEY")
        let named = await expectError(.notConfigured) {
            _ = try await fixture.terminal.perform(request(localURL), body: nil, as: .app("my own"))
        }
        #expect(named.nextStep == "acctstore app set local --app 'my own' --key KEY")
    }

    @Test func aFailureNamesTheAppAndTellsTheFateOfAWrite() async throws {
        try await fixture.setApp(.twitter)
        fixture.transport.answer(appToken(), .failure(TransportError(.noAnswer, "api.x.com: silence")))
        let error = await expectError(.outcomeUnknown) {
            _ = try await fixture.terminal.perform(post, body: nil, as: .app("default"))
        }
        #expect(error.message.contains("the app default (twitter)"))
        fixture.transport.answer(.failure(TransportError(.notConnected, "api.x.com: refused")))
        await expectError(.unavailable) { _ = try await fixture.terminal.perform(post, body: nil, as: .nobody) }
    }
}
