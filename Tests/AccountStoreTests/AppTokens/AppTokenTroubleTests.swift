import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite("An app that gets no token for itself")
struct AppTokenTroubleTests {
    private let fixture = StoreFixture(services: [modern()])

    private static let accounts = "name an account with -a\nacctstore list modern"

    @Test(
        "is told what the service said, and how to go on",
        arguments: [
            (401, "invalid_client", BrokerError.Code.notConfigured, "acctstore app set modern --key ID --oauth2"),
            (401, "", .notConfigured, "acctstore app set modern --key ID --oauth2"),
            (400, "unauthorized_client", .serviceRefused, accounts),
            (400, "unsupported_grant_type", .serviceRefused, accounts),
            (400, "invalid_scope", .serviceRefused, "correct app-scopes under [oauth2] in services/modern.conf"),
            (400, "invalid_request", .serviceRefused, accounts), (503, "", .tryLater, nil), (500, "", .tryLater, nil),
        ] as [(Int, String, BrokerError.Code, String?)])
    func refused(_ status: Int, _ kind: String, _ code: BrokerError.Code, _ next: String?) async throws {
        try await fixture.setClient(modernService, secret: "client-secret")
        let body = kind.isEmpty ? "" : #"{"error":"\#(kind)","error_description":"No, client-secret."}"#
        fixture.transport.answer(.response(status: status, body: body))
        let error = await expectError(code) { try await fixture.sendAlone() }
        #expect(error.nextStep == next)
        #expect(error.message.hasPrefix("modern gave the app default no token for itself ("), "\(error.message)")
        #expect(error.message.contains("\(status)") && error.message.contains(kind))
        #expect(!error.message.contains("client-secret"))
        #expect(fixture.transport.sent.count == 1)
    }

    @Test("an answer that is no token is told as one")
    func unusable() async throws {
        try await fixture.setClient(modernService)
        fixture.transport.answer(.response(status: 200, body: #"{"token_type":"mac","access_token":"a"}"#))
        let error = await expectError(.serviceRefused) { try await fixture.sendAlone() }
        #expect(
            error.message == "modern gave the app default no token for itself: it answered with a token_type that is "
                + "not bearer (status 200)")
    }

    @Test("is left alone for as long as the service asks, an hour at most", arguments: [("120", 120), ("90000", 3600)])
    func wait(_ asked: String, _ seconds: Int) async throws {
        try await fixture.setClient(modernService)
        fixture.transport.answer(
            .response(status: 429, headers: [HeaderField("Retry-After", asked)]), appToken(), readAnswer)
        let first = await expectError(.tryLater) { try await fixture.sendAlone() }
        #expect(first.message.hasSuffix("; it asks to wait \(asked) seconds)"), "\(first.message)")
        fixture.clock.advance(by: Double(seconds - 1))
        let second = await expectError(.tryLater) { try await fixture.sendAlone() }
        #expect(second.message.hasSuffix("tried \(seconds - 1) seconds ago, and is tried again after 1 second"))
        fixture.clock.advance(by: 1)
        #expect(try await fixture.sendAlone().status == 200)
    }

    @Test("since it is public has no secret to get one with")
    func isPublic() async throws {
        try await fixture.setClient(modernService, secret: nil)
        let error = await expectError(.notConfigured) { try await fixture.sendAlone() }
        #expect(error.message == "the app default of modern is public: without a secret it gets no token for itself")
        #expect(
            error.nextStep == """
                name an account with -a
                acctstore list modern
                or keep an app that has a secret
                acctstore app set modern --app alone --key ID --oauth2
                """)
        #expect(fixture.transport.sent.isEmpty)
    }

    @Test("since its service gives none, or knows no secrets of apps, is told so without a request")
    func notGiven() async throws {
        var description = modern(authentication: .none)
        for _ in 0..<2 {
            let fixture = StoreFixture(services: [description])
            try await fixture.setClient(modernService)
            let error = await expectError(.notConfigured) { try await fixture.sendAlone() }
            #expect(error.nextStep == Self.accounts && fixture.transport.sent.isEmpty)
            description = modern()
            description.oauth2?.givesAppTokens = false
        }
    }
}

/// At X an app's key and secret of OAuth 1.0a are what its own token is had for.
@Suite("An app of OAuth 1.0a with a token of its own")
struct SigningAppTokenTests {
    private let fixture = StoreFixture()
    private let search = UnsignedRequest(method: "GET", url: "https://api.x.com/2/tweets/search/recent")

    @Test("sends it, and signs nothing")
    func token() async throws {
        try await fixture.setApp(.twitter)
        fixture.transport.answer(appToken(life: nil), readAnswer, readAnswer)
        for _ in 0..<2 { try await fixture.sendAlone(search) }
        #expect(fixture.transport.sent[0].url == "https://api.x.com/oauth2/token")
        #expect(fixture.transport.sent.map(\.authorization) == ["Basic Y2s6Y3M=", "Bearer aat-1", "Bearer aat-1"])
    }

    @Test("of which X does not know the key is told the command that keeps another")
    func wrongKey() async throws {
        try await fixture.setApp(.twitter)
        fixture.transport.answer(
            .response(
                status: 403,
                body: #"{"errors":[{"code":99,"message":"Unable to verify your credentials","label":"authenticity"}]}"#
            ))
        let error = await expectError(.notConfigured) { try await fixture.sendAlone(search) }
        #expect(error.nextStep == "acctstore app set twitter --key KEY")
        #expect(error.message.contains("Unable to verify your credentials"))
    }

    @Test("and one of OAuth 2.0 there is told which apps get one")
    func modernApp() async throws {
        try await fixture.setClient(.twitter)
        let error = await expectError(.notConfigured) { try await fixture.sendAlone(search) }
        #expect(
            error.nextStep == """
                name an account with -a
                acctstore list twitter
                or keep an app for OAuth 1.0a
                acctstore app set twitter --app alone --key KEY
                """)
    }

    @Test("where the address is closed to programs, as those of a log-in are")
    func closed() async throws {
        try await fixture.setApp(.twitter)
        let alice = try await fixture.addAccount("alice", id: "1")
        let request = UnsignedRequest(method: "POST", url: "https://api.x.com/oauth2/token")
        for sender in [RequestSender.app("default"), .account(alice.id), .nobody] {
            await expectError(.urlNotAllowed) { _ = try await fixture.terminal.perform(request, body: nil, as: sender) }
        }
    }

    @Test("whose secret is a private key signs all the same")
    func privateKey() async throws {
        var description = try #require(ServiceDescription.local(name: "rsa", signatureMethod: "RSA-SHA256"))
        description.appToken = "http://127.0.0.1:8080/oauth2/token"
        let fixture = StoreFixture(services: [description])
        #expect(
            try await fixture.terminal.services(description.service).first?.abilities.get().appProofs == [.signature])
    }
}
