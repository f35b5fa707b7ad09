import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

private let requestToken = "oauth_token=rt-1234&oauth_token_secret=rs-1234&oauth_callback_confirmed=true"
private let accessToken = "oauth_token=at-1234&oauth_token_secret=as-1234&user_id=123&screen_name=alice"
private let user = #"{"id_str":"123","screen_name":"Alice"}"#
private let answer = "oauth_token=rt-1234&oauth_verifier=v%2B1"

@Suite struct BrowserLogInTests {
    private let fixture = StoreFixture()

    private func begin(as name: String? = nil, isAttended: Bool = false) async throws -> LogInHandle {
        try await fixture.setApp(fixture.local)
        fixture.transport.answer(.response(status: 200, body: requestToken))
        let step = try await fixture.logIn(.browser, to: fixture.local, as: name, isAttended: isAttended)
        guard case .visit(let page, let handle) = step else { throw BrokerError(.failed, "\(step)") }
        #expect(page.callback == "http://127.0.0.1:49152/callback" && page.note == nil)
        return handle
    }

    private func grantAccess() {
        fixture.transport.answer(.response(status: 200, body: accessToken), .response(status: 200, body: user))
    }

    private func comeBack(_ handle: LogInHandle) async throws -> LogInStep {
        try await fixture.terminal.continueLogIn(handle, with: .browser)
    }

    private func type(_ text: String, _ handle: LogInHandle) async throws -> LogInStep {
        try await fixture.terminal.continueLogIn(handle, with: .pin(try TextInput.descriptor(text)))
    }

    private var accessTokenRequests: Int {
        fixture.transport.sent.count { $0.url.hasSuffix("access_token") }
    }

    // MARK: The way back

    @Test func theCallbackIsBoundBeforeTheServiceIsAskedAndItsAnswerIsExchanged() async throws {
        let handle = try await begin()
        #expect(fixture.callbacks.addresses == [.anyPort])
        #expect(
            fixture.transport.sent[0].authorization.contains(
                #"oauth_callback="http%3A%2F%2F127.0.0.1%3A49152%2Fcallback""#))
        grantAccess()
        #expect(fixture.callbacks.comeBack(with: answer) == .allowed)
        #expect(try await comeBack(handle).account?.username == "Alice")
        #expect(fixture.transport.sent[1].authorization.contains(#"oauth_verifier="v%2B1""#))
        #expect(!fixture.callbacks.isOpen)
    }

    @Test(arguments: [
        "", "oauth_token=rt-1234", "oauth_verifier=v", "oauth_token=rt-1234&oauth_verifier=",
        "oauth_token=rt-9999&oauth_verifier=v", "oauth_token=rt-123&oauth_verifier=v",
        "oauth_token=rt-1234&oauth_token=rt-1234&oauth_verifier=v",
        "oauth_token=rt-1234&oauth_verifier=v&oauth_verifier=w", "denied=rt-9999", "denied=",
        "denied=rt-9999&oauth_token=rt-1234&oauth_verifier=v", "%ff%00=&&&==&oauth_token", "verifier=rt-1234",
    ])
    func strayRequestsChangeNothing(_ query: String) async throws {
        let handle = try await begin()
        #expect(fixture.callbacks.comeBack(with: query) == .refused)
        #expect(accessTokenRequests == 0)
        grantAccess()
        #expect(fixture.callbacks.comeBack(with: answer) == .allowed)
        #expect(try await comeBack(handle).account != nil)
    }

    @Test func onlyTheFirstRightAnswerCounts() async throws {
        let handle = try await begin()
        #expect(fixture.callbacks.comeBack(with: answer) == .allowed)
        #expect(fixture.callbacks.comeBack(with: "oauth_token=rt-1234&oauth_verifier=other") == .refused)
        #expect(fixture.callbacks.comeBack(with: "denied=rt-1234") == .refused)
        grantAccess()
        _ = try await comeBack(handle)
        #expect(accessTokenRequests == 1)
        #expect(fixture.transport.sent[1].authorization.contains(#"oauth_verifier="v%2B1""#))
    }

    @Test(arguments: [true, false])
    func aDenialIsCancelledWithoutARequestForTheToken(_ isPasted: Bool) async throws {
        let handle = try await begin()
        let error = await expectError(.cancelled) {
            if isPasted {
                _ = try await type("http://127.0.0.1:49152/callback?denied=rt-1234\n", handle)
            } else {
                #expect(fixture.callbacks.comeBack(with: "denied=rt-1234") == .denied)
                _ = try await comeBack(handle)
            }
        }
        #expect(error.message == "the access was denied at local; nothing was stored")
        #expect(accessTokenRequests == 0 && fixture.records(.account).isEmpty)
        #expect(!fixture.callbacks.isOpen)
    }

    @Test func aBrowserThatDoesNotComeBackIsCancelled() async throws {
        let handle = try await begin(as: "alice")
        fixture.callbacks.passTime()
        let error = await expectError(.cancelled) { _ = try await comeBack(handle) }
        #expect(error.message.contains("within 5 minutes"))
        #expect(
            error.nextStep == "acctstore add local --user alice --browser\nacctstore add local --user alice --pin")
        await expectError(.cancelled) { _ = try await type("123\n", handle) }
    }

    // MARK: What is pasted

    @Test(arguments: [
        "http://127.0.0.1:49152/callback?\(answer)", " http://127.0.0.1:49152/callback?\(answer)#_=_ \r", "?\(answer)",
        answer, "https://elsewhere.example/cb?x=1&\(answer)", "app://cb?oauth_verifier=v%2B1&oauth_token=rt-1234",
    ])
    func aPastedAddressStandsForTheBrowser(_ text: String) async throws {
        let handle = try await begin()
        grantAccess()
        #expect(try await type(text + "\n", handle).account != nil)
        #expect(fixture.transport.sent[1].authorization.contains(#"oauth_verifier="v%2B1""#))
        #expect(!fixture.callbacks.isOpen)
    }

    @Test(arguments: [LogInRequest.Method.pin, .browser])
    func anAddressOfAnotherLogInIsAskedForAgain(_ method: LogInRequest.Method) async throws {
        try await fixture.setApp(fixture.local)
        fixture.transport.answer(.response(status: 200, body: requestToken))
        guard case .visit(_, let handle) = try await fixture.logIn(method, to: fixture.local) else {
            return #expect(Bool(false), "no visit")
        }
        let foreign = "http://127.0.0.1:49152/callback?oauth_token=rt-9999&oauth_verifier=v\n"
        for left in [3, 2, 1] {
            guard
                case .askAgain("that address holds no answer to this log-in", left, _) = try await type(foreign, handle)
            else { return #expect(Bool(false), "not asked again") }
        }
        await expectError(.inputRefused) { _ = try await type(foreign, handle) }
        #expect(accessTokenRequests == 0)
    }

    @Test func whatIsTypedOvertakesTheWaitForTheBrowser() async throws {
        let handle = try await begin()
        async let waiting = comeBack(handle)
        guard case .askAgain = try await type("\n", handle) else { return #expect(Bool(false), "not asked again") }
        async let again = comeBack(handle)
        grantAccess()
        #expect(try await type("0123456\n", handle).account != nil)
        let steps = [try? await waiting, try? await again]
        #expect(steps.allSatisfy { $0?.account == nil })
        #expect(accessTokenRequests == 1)
    }

    // MARK: The other ways

    @Test func aTakenPortGoesOnByPINWithAWordWhyOrSaysHow() async throws {
        try await fixture.setApp(fixture.local, callback: "http://localhost:8765/cb")
        fixture.callbacks.fail(with: CallbackTrouble("port 8765 of 127.0.0.1 is taken by another program"))
        let error = await expectError(.unavailable) { _ = try await fixture.logIn(.browser, to: fixture.local) }
        #expect(error.message.contains("port 8765") && error.nextStep == "acctstore add local --pin")
        #expect(fixture.transport.sent.isEmpty)
        fixture.transport.answer(.response(status: 200, body: requestToken))
        let step = try await fixture.logIn(.browser, to: fixture.local, isAttended: true)
        guard case .visit(let page, let handle) = step else { return #expect(Bool(false), "no visit") }
        #expect(page.callback == nil && page.note?.contains("port 8765") == true)
        #expect(fixture.transport.sent[0].authorization.contains(#"oauth_callback="oob""#))
        grantAccess()
        guard case .confirmAccount("Alice", fixture.local, handle) = try await type("1\n", handle) else {
            return #expect(Bool(false), "not confirmed")
        }
    }

    @Test func theAppsOwnCallbackIsListenedAtAndToldAsItIsRegistered() async throws {
        try await fixture.setApp(.twitter, callback: "http://LOCALHOST:8765/cb?x=1")
        fixture.transport.answer(.response(status: 200, body: requestToken))
        let step = try await fixture.logIn(.browser, to: .twitter)
        guard case .visit(let page, _) = step else { return #expect(Bool(false), "no visit") }
        #expect(page.callback == "http://LOCALHOST:8765/cb?x=1")
        let address = try #require(fixture.callbacks.addresses.first)
        #expect(address.host == "localhost" && address.port == 8765 && address.path == "/cb")
        #expect(
            fixture.transport.sent[0].authorization.contains(
                #"oauth_callback="http%3A%2F%2FLOCALHOST%3A8765%2Fcb%3Fx%3D1""#))
    }

    @Test(arguments: [nil, "https://example.test/cb", "http://example.test/cb", "https://127.0.0.1:8765/cb"])
    func aServiceThatWantsARegisteredCallbackGoesOnByPINWithoutOneOnThisMachine(_ callback: String?) async throws {
        try await fixture.setApp(.twitter, callback: callback)
        fixture.transport.answer(.response(status: 200, body: requestToken))
        let step = try await fixture.logIn(.browser, to: .twitter, isAttended: true)
        guard case .visit(let page, _) = step else { return #expect(Bool(false), "no visit") }
        #expect(page.callback == nil && page.note?.contains("callback") == true)
        #expect(fixture.callbacks.addresses.isEmpty)
        await expectError(.notConfigured) { _ = try await fixture.logIn(.browser, to: .twitter) }
    }

    @Test(arguments: [
        (403, #"{"errors":[{"code":415,"message":"Callback URL not approved for this client application."}]}"#),
        (401, #"{"errors":[{"code":417,"message":"Desktop applications only support oob"}]}"#),
        (401, "<hash><error>Desktop applications only support the oauth_callback value &#39;oob&#39;</error></hash>"),
        (401, #"<errors><error code="417">no</error></errors>"#), (400, "<h1>only oob is allowed</h1>"),
    ])
    func aCallbackThatTheServiceRefusesGoesOnByPIN(_ status: Int, _ body: String) async throws {
        try await fixture.setApp(fixture.local)
        fixture.transport.answer(.response(status: status, body: body), .response(status: 200, body: requestToken))
        let step = try await fixture.logIn(.browser, to: fixture.local, isAttended: true)
        guard case .visit(let page, _) = step else { return #expect(Bool(false), "no visit") }
        #expect(page.callback == nil && page.note?.contains("\(status)") == true)
        #expect(fixture.transport.sent.count == 2)
        #expect(fixture.transport.sent[1].authorization.contains(#"oauth_callback="oob""#))
        #expect(!fixture.callbacks.isOpen)
        fixture.transport.answer(.response(status: status, body: body))
        let error = await expectError(.serviceRefused) { _ = try await fixture.logIn(.browser, to: fixture.local) }
        #expect(error.nextStep == "acctstore add local --pin")
    }

    @Test func anyOtherRefusalEndsTheLogInAndClosesThePort() async throws {
        try await fixture.setApp(fixture.local)
        fixture.transport.answer(.response(status: 401, body: #"{"errors":[{"code":32,"message":"no"}]}"#))
        await expectError(.serviceRefused) {
            _ = try await fixture.logIn(.browser, to: fixture.local, isAttended: true)
        }
        #expect(fixture.transport.sent.count == 1 && !fixture.callbacks.isOpen)
    }

    @Test func aLogInThatIsGivenUpClosesThePort() async throws {
        let handle = try await begin()
        #expect(fixture.callbacks.isOpen)
        await fixture.terminal.cancelLogIn(handle)
        #expect(!fixture.callbacks.isOpen)
        _ = try await begin()
        fixture.store.forgetUnfinished(overConnection: "terminal#1")
        #expect(!fixture.callbacks.isOpen)
    }

    // MARK: Whose account

    @Test func theNameIsConfirmedUnlessItWasExpected() async throws {
        let handle = try await begin(isAttended: true)
        grantAccess()
        _ = fixture.callbacks.comeBack(with: answer)
        guard case .confirmAccount("Alice", _, handle) = try await comeBack(handle) else {
            return #expect(Bool(false), "not confirmed")
        }
        let error = await expectError(.cancelled) { _ = try await fixture.terminal.continueLogIn(handle, with: .no) }
        #expect(error.message == "@Alice was not added; nothing was stored" && fixture.records(.account).isEmpty)

        let second = try await begin(as: "alice", isAttended: true)
        grantAccess()
        _ = fixture.callbacks.comeBack(with: answer)
        #expect(try await comeBack(second).account?.number == 1)

        let third = try await begin(isAttended: true)
        grantAccess()
        _ = fixture.callbacks.comeBack(with: answer)
        _ = try await comeBack(third)
        guard case .confirmReplacement = try await fixture.terminal.continueLogIn(third, with: .yes) else {
            return #expect(Bool(false), "replaced unasked")
        }
        #expect(try await fixture.terminal.continueLogIn(third, with: .yes).account?.number == 1)
    }

    @Test func theAddressCarriesWhatTheServiceUnderstands() async throws {
        try await fixture.setApp(.twitter)
        fixture.transport.answer(.response(status: 200, body: requestToken))
        guard case .visit(let page, _) = try await fixture.logIn(.pin, to: .twitter, as: "@alice") else {
            return #expect(Bool(false), "no visit")
        }
        let authorize = "https://api.x.com/oauth/authorize"
        #expect(page.url == "\(authorize)?oauth_token=rt-1234&force_login=true&screen_name=alice")
    }

    // MARK: The app's callback

    @Test func aCallbackIsKeptWithTheAppUntilAnotherIsGiven() async throws {
        let callback = "http://127.0.0.1:8765/callback"
        try await fixture.setApp(.twitter, callback: callback)
        let secret = try #require(fixture.records(.app).first?.secret)
        #expect(secret.hasSuffix(#""consumer_secret":"cs","callback":"\#(callback)"}"#))
        try await fixture.setApp(.twitter, key: "other")
        #expect(try await fixture.terminal.apps().map(\.callback) == [callback])
        try await fixture.terminal.setCallback("", ofApp: "default", of: .twitter)
        #expect(try await fixture.terminal.apps().map(\.callback) == [nil])
        #expect(fixture.records(.app).first?.secret.contains("callback") == false)
        await expectError(.notConfigured) {
            try await fixture.terminal.setCallback(callback, ofApp: "mine", of: .twitter)
        }
        for odd in ["callback", "file:///etc/passwd", "http://127.0.0.1:8765/a b", "http://u:p@127.0.0.1/"] {
            await expectError(.invalidArgument) {
                try await fixture.terminal.setCallback(odd, ofApp: "default", of: .twitter)
            }
            await expectError(.invalidArgument) { try await fixture.setApp(.twitter, callback: odd) }
        }
    }
}
