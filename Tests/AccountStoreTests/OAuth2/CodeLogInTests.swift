import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite("Logging in with an authorization code")
struct CodeLogInTests {
    private let fixture = StoreFixture(services: [modern()])

    @Test("the question has a state and a challenge that are not those of the next one; nothing is sent for it")
    func question() async throws {
        let visit = try await fixture.beginCode()
        #expect(
            visit.page.url.hasPrefix("https://modern.example/authorize?response_type=code&client_id=cid&redirect_uri="))
        #expect(visit.parameter("redirect_uri") == "http%3A%2F%2F127.0.0.1%3A49152%2Fcallback")
        #expect(visit.page.callback == "http://127.0.0.1:49152/callback" && visit.page.landing == nil)
        #expect(visit.parameter("scope") == "read%20write")
        #expect(visit.parameter("code_challenge_method") == "S256")
        #expect(visit.parameter("code_challenge")?.count == 43 && visit.state.count == 43)
        let other = try await fixture.beginCode()
        #expect(visit.state != other.state)
        #expect(visit.parameter("code_challenge") != other.parameter("code_challenge"))
        #expect(fixture.transport.sent.isEmpty)
    }

    @Test("the code is exchanged with its verifier before anything is asked of the person")
    func exchange() async throws {
        let visit = try await fixture.beginCode(as: nil, isAttended: true)
        fixture.grantModern()
        #expect(fixture.callbacks.comeBack(with: "state=\(visit.state)&code=c%2B1") == .allowed)
        let step = try await fixture.comeBack(visit)
        guard case .confirmAccount("alice", modernService, let handle) = step else {
            return #expect(Bool(false), "\(step)")
        }
        let sent = fixture.transport.sent
        #expect(sent.map(\.url) == ["https://api.modern.example/oauth/token", "https://api.modern.example/2/users/me"])
        let form = try #require(sent[0].body)
        #expect(
            form.hasPrefix("grant_type=authorization_code&code=c%2B1&redirect_uri=http%3A%2F%2F127.0.0.1%3A49152%2F"))
        #expect(form.contains("&code_verifier=") && !form.contains("client_"))
        // base64("cid:cse")
        #expect(sent[0].authorization == "Basic Y2lkOmNzZQ==" && sent[1].authorization == "Bearer at-1234")
        #expect(!fixture.callbacks.isOpen)
        let account = try await fixture.terminal.continueLogIn(handle, with: .yes).account
        #expect(account?.userID == "123")
        #expect(
            fixture.records(.account).map(\.secret) == [
                #"{"version":1,"client_id":"cid","client_secret":"cse","access_token":"at-1234","#
                    + #""refresh_token":"rt-1234","issued":"2023-11-14T22:13:20Z","expires":"2023-11-15T00:13:20Z","scope":"read write","urls":{"#
                    + #""api":"https://api.modern.example/","oauth2_authorize":"https://modern.example/authorize","#
                    + #""token":"https://api.modern.example/oauth/token","#
                    + #""revoke":"https://api.modern.example/oauth/revoke","#
                    + #""device":"https://api.modern.example/oauth/device"}}"#
            ])
    }

    @Test("a public app gives its id alone, and one that shows its secret in the form both")
    func clients() async throws {
        for (authentication, secret, wanted) in [
            (OAuth2Endpoints.ClientAuthentication.basic, nil, "&client_id=cid"), (.none, "cse", "&client_id=cid"),
            (.post, "cse", "&client_id=cid&client_secret=cse"), (.post, nil, "&client_id=cid"),
        ] {
            let fixture = StoreFixture(services: [modern(authentication: authentication)])
            try await fixture.setClient(modernService, secret: secret)
            let visit = try BegunVisit(try await fixture.logIn(.browser, to: modernService, as: "alice"))
            fixture.grantModern()
            _ = fixture.callbacks.comeBack(with: "code=c&state=\(visit.state)")
            _ = try await fixture.terminal.continueLogIn(visit.handle, with: .browser)
            let sent = try #require(fixture.transport.sent.first)
            #expect(sent.authorization.isEmpty && sent.body?.hasSuffix(wanted) == true)
            #expect(fixture.records(.account).first?.secret.contains("client_secret") == (secret != nil))
        }
    }

    @Test(
        "stray requests, another state, and answers that are none change nothing",
        arguments: [
            "", "code=c", "state=STATE", "code=c&state=", "code=c&state=x", "code=c&state=STATEx", "code=&state=STATE",
            "code=c&state=STATE&state=STATE", "code=c&code=d&state=STATE", "error=access_denied",
            "error=access_denied&state=x", "oauth_token=x&oauth_verifier=y", "code=c&State=STATE",
        ])
    func stray(_ query: String) async throws {
        let visit = try await fixture.beginCode()
        let sent = query.replacing("STATE", with: visit.state)
        #expect(fixture.callbacks.comeBack(with: sent) == .refused)
        #expect(fixture.transport.sent.isEmpty)
        fixture.grantModern()
        #expect(fixture.callbacks.comeBack(with: "code=c&state=\(visit.state)") == .allowed)
        #expect(try await fixture.comeBack(visit).account != nil)
    }

    @Test("two log-ins at once: the answer to one is none to the other")
    func twoAtOnce() async throws {
        let first = try await fixture.beginCode()
        let second = try await fixture.beginCode()
        // The double has one port, that of the second.
        #expect(fixture.callbacks.comeBack(with: "code=c&state=\(first.state)") == .refused)
        #expect(fixture.callbacks.comeBack(with: "code=c2&state=\(second.state)") == .allowed)
        fixture.grantModern()
        #expect(try await fixture.comeBack(second).account?.number == 1)
        fixture.transport.answer(
            .response(status: 200, body: tokenAnswer),
            .response(status: 200, body: #"{"data":{"id":"7","username":"alice"}}"#))
        let pasted = try await fixture.type(
            "http://127.0.0.1:49152/callback?code=c1&state=\(first.state)", first.handle)
        #expect(pasted.account?.number == 2)
        let verifiers = fixture.transport.sent.compactMap { $0.body?.split(separator: "code_verifier=").last }
        #expect(Set(verifiers).count == 2)
    }

    @Test(
        "an answer that names its service must be from that one (RFC 9207)",
        arguments: [
            ("https%3A%2F%2Fmodern.example", true), ("https%3A%2F%2Fapi.modern.example%2F", true),
            ("https%3A%2F%2Fevil.example", false), ("http%3A%2F%2Fmodern.example", false),
            ("https%3A%2F%2Fmodern.example%3A8443", false), ("", false),
        ])
    func issuer(_ issuer: String, isOwn: Bool) async throws {
        let visit = try await fixture.beginCode()
        if isOwn { fixture.grantModern() }
        let page = fixture.callbacks.comeBack(with: "code=c&state=\(visit.state)&iss=\(issuer)")
        #expect(page == (isOwn ? .allowed : .failed))
        if isOwn {
            #expect(try await fixture.comeBack(visit).account != nil)
        } else {
            let error = await expectError(.serviceRefused) { _ = try await fixture.comeBack(visit) }
            #expect(error.message.contains("is not from modern"))
            #expect(fixture.transport.sent.isEmpty)
        }
    }

    @Test(
        "what a service sends back instead of a code is told",
        arguments: [
            ("access_denied", BrokerError.Code.cancelled, "denied at modern"),
            ("invalid_scope", .serviceRefused, "invalid_scope: no such%1B[31m scope"),
            ("unauthorized_client", .serviceRefused, "unauthorized_client"),
            ("server_error", .tryLater, "server_error"), ("temporarily_unavailable", .tryLater, "temporarily"),
        ])
    func refusals(_ kind: String, code: BrokerError.Code, words: String) async throws {
        let visit = try await fixture.beginCode()
        let page = fixture.callbacks.comeBack(
            with: "error=\(kind)&error_description=no+such%1B[31m+scope&state=\(visit.state)")
        #expect(page == (kind == "access_denied" ? .denied : .failed))
        let error = await expectError(code) { _ = try await fixture.comeBack(visit) }
        #expect(error.message.contains(words.replacing("%1B", with: "")) || error.message.contains(words.prefix(13)))
        #expect(!error.message.contains("\u{1B}") && error.nextStep?.isEmpty == false)
        #expect(fixture.records(.account).isEmpty)
    }

    @Test("the whole address may be pasted, and a code by itself may not where the page shows none")
    func pasted() async throws {
        let visit = try await fixture.beginCode()
        for (text, why) in [
            ("c1234", "that is not the whole address"), ("\n", "the address was empty"),
            ("http://127.0.0.1:49152/callback?code=c1234&state=x", "that address holds no answer to this log-in"),
        ] {
            guard case .askAgain(why, _, visit.handle) = try await fixture.type(text, visit.handle) else {
                return #expect(Bool(false), "\(text)")
            }
        }
        fixture.grantModern()
        let step = try await fixture.type("  ?code=c1234&state=\(visit.state)#x\r\n", visit.handle)
        #expect(step.account != nil)
        #expect(fixture.transport.sent.first?.body?.contains("&code=c1234&") == true)
    }

    @Test("an address where this log-in does not end is asked for again, with what is wrong about it")
    func elsewhere() async throws {
        for (address, why) in [
            ("http://evil.example:49152/callback", "its host is not 127.0.0.1"),
            ("http://localhost:49152/callback", "its host is not 127.0.0.1"),
            ("http://127.0.0.1:80/callback", "its port is not 49152"),
            ("https://127.0.0.1:49152/callback", "it is not by http"),
            ("http://127.0.0.1:49152/callback/x", "its path is not /callback"),
            ("http://[::1:x/", "it is no address"),
        ] {
            let visit = try await fixture.beginCode()
            let query = "?code=c1234&state=\(visit.state)"
            let step = try await fixture.type("\(address)\(query)", visit.handle)
            guard case .askAgain("that is not where this log-in ends: \(why)", _, visit.handle) = step else {
                return #expect(Bool(false), "\(address): \(step)")
            }
        }
        #expect(fixture.transport.sent.isEmpty)
        let visit = try await fixture.beginCode()
        let query = "?code=c1234&state=\(visit.state)"
        fixture.grantModern()
        // As a terminal and a person put it there.
        let step = try await fixture.type(
            "\u{1B}[200~ <\"http://127.0.0.1:49152/callback\(query)\">\u{1B}[201~\n", visit.handle)
        #expect(step.account != nil)
        #expect(fixture.transport.sent.first?.body?.contains("&code=c1234&") == true)
    }

    @Test("where the page shows the code it is typed, and no port is opened")
    func outOfBand() async throws {
        let fixture = StoreFixture(services: [modern(showsCode: true)])
        try await fixture.setClient(modernService)
        let visit = try BegunVisit(try await fixture.logIn(.pin, to: modernService, as: "alice"))
        #expect(visit.parameter("redirect_uri") == "urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob")
        #expect(visit.page.callback == nil && visit.page.landing == nil && fixture.callbacks.addresses.isEmpty)
        fixture.grantModern()
        #expect(try await fixture.type("c-12=34\n", visit.handle).account != nil)
        let form = fixture.transport.sent.first?.body ?? ""
        #expect(form.contains("&code=c-12%3D34&redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob&"))
    }

    @Test("without a port to come back to, the address of the app's own callback is pasted")
    func landing() async throws {
        let fixture = StoreFixture(services: [modern(callback: .registered)])
        try await fixture.setClient(modernService, callback: "https://app.example/back")
        let visit = try BegunVisit(
            try await fixture.logIn(.browser, to: modernService, as: "alice", isAttended: true))
        #expect(visit.page.landing == "https://app.example/back" && visit.page.callback == nil)
        #expect(visit.page.note?.contains("does not lead to this machine by http") == true)
        fixture.grantModern()
        let step = try await fixture.type("https://app.example/back?code=c&state=\(visit.state)", visit.handle)
        #expect(step.account != nil)
        let script = await expectError(.notConfigured) {
            _ = try await fixture.logIn(.browser, to: modernService, as: "alice")
        }
        #expect(script.nextStep == "acctstore add modern --user alice --pin")
    }

    @Test("a service that wants the app's own callback is not asked without one")
    func noCallback() async throws {
        let fixture = StoreFixture(services: [modern(callback: .registered)])
        try await fixture.setClient(modernService)
        for method in [LogInRequest.Method.browser, .pin] {
            let error = await expectError(.notConfigured) {
                _ = try await fixture.logIn(method, to: modernService, isAttended: true)
            }
            #expect(error.nextStep == "acctstore app set modern --callback URL")
        }
    }

    @Test("less than was asked for is told, and a life that is not known is no life")
    func scopes() async throws {
        let visit = try await fixture.beginCode()
        fixture.grantModern(#"{"token_type":"bearer","access_token":"at","scope":"read"}"#)
        _ = fixture.callbacks.comeBack(with: "code=c&state=\(visit.state)")
        let step = try await fixture.comeBack(visit)
        #expect(step.warning == "modern did not allow all that was asked for: write is missing")
        let secret = try #require(fixture.records(.account).first).secret
        #expect(!secret.contains("expires") && !secret.contains("refresh_token"))
        #expect(secret.contains(#""scope":"read""#))
    }
}
