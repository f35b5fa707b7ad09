import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite struct SigningTests {
    private let fixture = StoreFixture()

    @Test func aFormGoesToTheBodyAndAQueryToTheURL() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let text = "a & b=c %41 + ? #x"
        let posted = try await fixture.terminal.sign(
            UnsignedRequest(method: "POST", url: statusURL, parameters: [Parameter("status", text)]), as: alice.id)
        #expect(posted.url == statusURL)
        #expect(
            posted.body.map { String(decoding: $0, as: UTF8.self) }
                == "status=a%20%26%20b%3Dc%20%2541%20%2B%20%3F%20%23x")
        #expect(posted.headers[field: "Content-Type"] == "application/x-www-form-urlencoded")
        for method in ["GET", "HEAD", "DELETE"] {
            let signed = try await fixture.terminal.sign(
                UnsignedRequest(method: method, url: statusURL + "?a=1", parameters: [Parameter("b", "x y")]),
                as: alice.id)
            #expect(signed.url == statusURL + "?a=1&b=x%20y")
            #expect(signed.body == nil)
        }
    }

    /// The values were worked out from RFC 5849 and by oauthlib 4.0.1.
    @Test func theSignatureIsTheOneThatOthersWorkOut() async throws {
        let example = try #require(ServiceDescription.local(name: "example", base: "https://api.example.test/"))
        let fixture = StoreFixture(clock: FixedClock(nonce: "abc123"), services: [example])
        let tokens =
            "oauth_token=demo-tk&oauth_token_secret=demo-ts&consumer_key=demo-ck&consumer_secret=demo-cs&user_id=1"
        let step = try await fixture.logIn(.token, to: example.service, secret: tokens)
        let account = try #require(step.account)
        let text = "Hi (all)! it's *50%* ~ok\nline2 & more + é€"
        let cases = [
            (
                UnsignedRequest(
                    method: "POST", url: "https://api.example.test/1.1/statuses/update.json",
                    parameters: [Parameter("status", text)]), "sR8qin3eTPh2lzYC7TY74b%2B9Rbs%3D"
            ),
            (
                UnsignedRequest(method: "GET", url: "https://api.example.test/1.1/x.json?id_2=2&id_10=0&id_1=1"),
                "EnXckG%2FiJZnztxuWpYYbJ%2Bnd4%2BY%3D"
            ),
        ]
        for (request, signature) in cases {
            let signed = try await fixture.terminal.sign(request, as: account.id)
            let header = try #require(signed.headers[field: "Authorization"])
            #expect(header.contains("oauth_signature=\"\(signature)\""))
            #expect(!header.contains("demo-cs") && !header.contains("demo-ts"))
        }
    }

    @Test(
        arguments: [
            "https://elsewhere.example/1.1/a.json", "http://api.x.com/1.1/a.json", "https://api.x.com:8443/1.1/a.json",
            "https://api.x.com@elsewhere.example/", "https://user@api.x.com/1.1/a.json", "https://api.x.com/a#b",
            "https://api.x.com/a/../b", "https://api.x.com/a/%2e%2E/b", "https://api.x.com/a//b",
            "https://api.x.com\\@elsewhere.example/", "https://api.x.com/a b", "https://api.x.com/é",
            "https://api.x.com/a\nb", "https://api.x.com.elsewhere.example/", "ftp://api.x.com/a", "/1.1/a.json", "",
            "https://api.x.com/oauth/request_token", "https://api.x.com/oauth/access_token?a=1",
            "https://api.x.com/oauth/authorize", "https://api.x.com/%6Fauth/access_token",
            "https://API.x.com/OAuth/Access_Token", "https://api.x.com/oauth/access_token.json",
            "https://api.x.com/1.1/oauth/invalidate_token.json",
            "https://api.x.com/oauth%2Faccess_token", "https://api.x.com/oauth;a=1/access_token",
            "https://api.x.com/oauth%3Ba/access_token;b", "https://api.x.com/oauth%252Faccess_token",
            "https://api.x.com/oauth/acces%252573_token", "https://api.x.com/1.1/%252e%252e/oauth/access_token",
            "https://api.x.com/1.1/oauth/invalidate_token", "https://api.x.com/1.1/oauth/invalidate_token.xml",
        ])
    func aURLThatIsNotTheAccountsOwnIsRefused(_ url: String) async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        await expectError(.urlNotAllowed) {
            _ = try await fixture.terminal.sign(UnsignedRequest(method: "GET", url: url), as: alice.id)
        }
        await expectError(.urlNotAllowed) {
            _ = try await fixture.terminal.perform(
                UnsignedRequest(method: "GET", url: url), body: nil, as: .account(alice.id))
        }
    }

    @Test func aBaseEndsAtASlash() async throws {
        let based = try #require(ServiceDescription.local(name: "based", base: "http://127.0.0.1:8080/1.1"))
        let fixture = StoreFixture(services: [based])
        let account = try await fixture.addAccount("alice", id: "1", of: based.service)
        for url in ["http://127.0.0.1:8080/1.1", "http://127.0.0.1:8080/1.1/a", "http://127.0.0.1:8080/1%2E1/a"] {
            _ = try await fixture.terminal.sign(UnsignedRequest(method: "GET", url: url), as: account.id)
        }
        await expectError(.urlNotAllowed) {
            _ = try await fixture.terminal.sign(
                UnsignedRequest(method: "GET", url: "http://127.0.0.1:8080/1.10/a"), as: account.id)
        }
    }

    @Test(
        arguments: [
            "_method", "oauth_token", "oauth_callback", "x_auth_mode", "OAuth_Token", "_METHOD", "b;oauth_token",
            "b=1;_method", "%20_method", "+oauth_token", "_method[]", "_method%00", "oauth.token", "oauth_%CC%81",
        ])
    func parametersThatChangeTheMeaningAreRefusedWhereverTheyStand(_ name: String) async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        await expectError(.invalidArgument) {
            _ = try await fixture.terminal.sign(
                UnsignedRequest(method: "GET", url: statusURL + "?\(name)=x"), as: alice.id)
        }
        let form = UnsignedRequest(
            method: "POST", url: statusURL,
            headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")])
        await expectError(.invalidArgument) {
            _ = try await fixture.terminal.perform(form, body: .text("a=1&\(name)=x"), as: .account(alice.id))
        }
        #expect(fixture.transport.sent.allSatisfy { $0.method == "GET" && $0.url.hasSuffix("/users/me") })
    }

    @Test(arguments: ["_method", "OAuth_Token", "x_auth_mode", " _method", "oauth.token", "oauth_\u{301}"])
    func parametersThatChangeTheMeaningAreRefusedBeforeTheyAreEncoded(_ name: String) async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        await expectError(.invalidArgument) {
            _ = try await fixture.terminal.sign(
                UnsignedRequest(method: "POST", url: statusURL, parameters: [Parameter(name, "x")]), as: alice.id)
        }
    }

    @Test(
        arguments: [
            "Application/X-WWW-Form-Urlencoded", " application/x-www-form-urlencoded",
            "application/x-www-form-urlencoded\t;charset=utf-8", "text/plain, application/x-www-form-urlencoded",
        ])
    func aFormIsLookedIntoHoweverItsTypeIsWritten(_ type: String) async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let form = UnsignedRequest(method: "POST", url: statusURL, headers: [HeaderField("Content-Type", type)])
        await expectError(.invalidArgument) {
            _ = try await fixture.terminal.perform(form, body: .text("a=1&_method=DELETE"), as: .account(alice.id))
        }
    }

    @Test func aRequestHasOneContentType() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let types = [
            HeaderField("Content-Type", "text/plain"), HeaderField("content-type", "application/x-www-form-urlencoded"),
        ]
        await expectError(.invalidArgument) {
            _ = try await fixture.terminal.perform(
                UnsignedRequest(method: "POST", url: statusURL, headers: types), body: .text("a"),
                as: .account(alice.id))
        }
    }

    @Test(
        arguments: [
            HeaderField("Authorization", "x"), HeaderField("host", "x"), HeaderField("COOKIE", "x"),
            HeaderField("X-HTTP-Method-Override", "DELETE"), HeaderField("X-Method-Override", "DELETE"),
            HeaderField("X-HTTP-Method", "DELETE"), HeaderField("X_HTTP_METHOD_OVERRIDE", "DELETE"),
            HeaderField("Content-Length", "1"), HeaderField("", "x"),
            HeaderField("Content_Type", "x"), HeaderField("X-Original-URL", "/a"), HeaderField("X-Rewrite-URL", "/a"),
            HeaderField("A", "b\r\nAuthorization: x"), HeaderField("A\n", "b"), HeaderField("A", "b\0"),
            HeaderField("A B", "c"),
        ])
    func headersThatChangeTheMeaningAreRefused(_ header: HeaderField) async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        await expectError(.invalidArgument) {
            _ = try await fixture.terminal.sign(
                UnsignedRequest(method: "GET", url: statusURL, headers: [header]), as: alice.id)
        }
    }

    @Test(arguments: ["", "get", "GET POST", "GET\n", "PÖST", "CONNECT", "TRACE"])
    func aMethodIsUpperCaseLetters(_ method: String) async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        await expectError(.invalidArgument) {
            _ = try await fixture.terminal.sign(UnsignedRequest(method: method, url: statusURL), as: alice.id)
        }
    }

    @Test func plaintextIsNeverHandedOut() async throws {
        let plain = try #require(ServiceDescription.local(name: "plain", signatureMethod: "PLAINTEXT"))
        let fixture = StoreFixture(services: [plain])
        let account = try await fixture.addAccount("alice", id: "1", of: plain.service)
        let request = UnsignedRequest(method: "GET", url: "http://127.0.0.1:8080/a")
        await expectError(.notSignable) { _ = try await fixture.terminal.sign(request, as: account.id) }
        fixture.transport.answer(.response(status: 200))
        let response = try await fixture.terminal.perform(request, body: nil, as: .account(account.id))
        #expect(response.status == 200)
    }

    @Test func anEditedDescriptionStopsWithBothAddressesAndTheLineToRestore() async throws {
        let account = try await fixture.addAccount("alice", id: "1", of: fixture.local)
        let request = UnsignedRequest(method: "GET", url: "http://127.0.0.1:8080/a")
        _ = try await fixture.terminal.sign(request, as: account.id)
        let sent = fixture.transport.sent.count
        var edited = try #require(ServiceDescription.local(base: "http://127.0.0.1:9999/"))
        edited.urls = try #require(ServiceDescription.local()).urls
        (edited.urls.api, edited.urls.authorize) = ("http://127.0.0.1:9999/", nil)
        fixture.services.replace(edited)
        let error = await expectError(.notConfigured) {
            _ = try await fixture.terminal.perform(request, body: nil, as: .account(account.id))
        }
        #expect(error.message.contains("http://127.0.0.1:8080/") && error.message.contains("http://127.0.0.1:9999/"))
        #expect(
            error.nextStep == "restore in services/local.conf: api=http://127.0.0.1:8080/ under [service] and "
                + "authorize=http://127.0.0.1:8080/oauth/authorize under [oauth1]\n"
                + "or log in where the description leads by now\nacctstore login 1")
        #expect(fixture.transport.sent.count == sent)
    }
}

extension Body {
    static func text(_ text: String) -> Body {
        let chunks = Chunks([Array(text.utf8)])
        return Body { () async throws(BrokerError) in await chunks.next() }
    }
}

private actor Chunks {
    private var rest: [[UInt8]]

    init(_ rest: [[UInt8]]) {
        self.rest = rest
    }

    func next() -> [UInt8]? {
        rest.isEmpty ? nil : rest.removeFirst()
    }
}
