import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

private let requestToken = "oauth_token=rt-1234&oauth_token_secret=rs-1234&oauth_callback_confirmed=true"
private let accessToken = "oauth_token=at-1234&oauth_token_secret=as-1234&user_id=123&screen_name=alice"
private let user = #"{"id_str":"123","screen_name":"Alice"}"#

@Suite struct PINLogInTests {
    private let fixture = StoreFixture()

    private func begin(_ answer: String = requestToken) async throws -> LogInHandle {
        try await fixture.setApp(.twitter)
        fixture.transport.answer(.response(status: 200, body: answer))
        let step = try await fixture.logIn(.pin, to: .twitter)
        guard case .visit(let page, let handle) = step else { throw BrokerError(.failed, "\(step)") }
        #expect(page == LogInVisit(url: "https://api.x.com/oauth/authorize?oauth_token=rt-1234&force_login=true"))
        return handle
    }

    private func enter(_ text: String, _ handle: LogInHandle, by broker: StoreBroker? = nil) async throws -> LogInStep {
        try await (broker ?? fixture.terminal).continueLogIn(handle, with: .pin(try TextInput.descriptor(text)))
    }

    @Test func aPastedPINIsCleanedAndKeepsItsZeros() async throws {
        let handle = try await begin()
        fixture.transport.answer(.response(status: 200, body: accessToken), .response(status: 200, body: user))
        let step = try await enter("\t0123456 \r\n", handle)
        #expect(step.account?.username == "Alice" && step.account?.userID == "123")
        let sent = fixture.transport.sent
        #expect(
            sent.map(\.url).prefix(2) == [
                "https://api.x.com/oauth/request_token", "https://api.x.com/oauth/access_token",
            ])
        #expect(sent[0].authorization.contains("oauth_callback=\"oob\""))
        #expect(!sent[0].authorization.contains("oauth_token="))
        #expect(sent[1].authorization.contains("oauth_verifier=\"0123456\""))
        #expect(sent[1].authorization.contains("oauth_token=\"rt-1234\""))
        #expect(
            fixture.records(.account).first?.secret.contains(#""token":"at-1234","token_secret":"as-1234""#) == true)
    }

    @Test func anEmptyAnswerIsAskedAgainThreeTimesAtMost() async throws {
        let handle = try await begin()
        for left in [3, 2, 1] {
            guard case .askAgain("the PIN was empty", left, handle) = try await enter(" \r\n", handle) else {
                return #expect(Bool(false), "not asked again")
            }
        }
        await expectError(.cancelled) { _ = try await enter("\n", handle) }
        await expectError(.cancelled) { _ = try await enter("123\n", handle) }
        #expect(fixture.records(.account).isEmpty && fixture.transport.sent.count == 1)
    }

    @Test func thePINOfAPageMayStandInGroups() async throws {
        let handle = try await begin()
        fixture.transport.answer(.response(status: 200, body: accessToken), .response(status: 200, body: user))
        _ = try await enter("12 34 567\n", handle)
        #expect(fixture.transport.sent[1].authorization.contains("oauth_verifier=\"1234567\""))
    }

    @Test(arguments: ["12\u{1}3\n", "12é\n", "1\u{7F}\n", "acctstore list\n", "1234567 y\n"])
    func aPINIsPrintableAndOneWord(_ text: String) async throws {
        let handle = try await begin()
        await expectError(.inputRefused) { _ = try await enter(text, handle) }
        #expect(fixture.transport.sent.count == 1)
    }

    @Test func aLogInBelongsToWhoBeganIt() async throws {
        let handle = try await begin()
        fixture.settings = StoreSettings(manageWithoutTerminal: true)
        await expectError(.cancelled) { _ = try await enter("1\n", handle, by: fixture.broker(nightly)) }
        await fixture.broker(nightly).cancelLogIn(handle)
        guard case .askAgain = try await enter("\n", handle) else { return #expect(Bool(false), "it is gone") }
        let second = try await begin()
        await fixture.terminal.cancelLogIn(second)
        await expectError(.cancelled) { _ = try await enter("1\n", second) }
        let third = try await begin()
        fixture.store.forgetUnfinished(overConnection: "terminal#1")
        await expectError(.cancelled) { _ = try await enter("1\n", third) }
    }

    @Test(
        arguments: [
            (
                401,
                #"<?xml version="1.0"?><hash><error>Desktop applications only support the oauth_callback value 'oob'</error></hash>"#,
                "401: Desktop applications only support the oauth_callback value 'oob'"
            ),
            (200, "<html><head><title>Over capacity</title></head></html>", "status 200: Over capacity"),
            (200, "oauth_token=rt-1234&oauth_token_secret=rs-1234", "oauth_callback_confirmed"),
            (
                200, "oauth_token=rt-1234&oauth_token_secret=rs-1234&oauth_callback_confirmed=false",
                "oauth_callback_confirmed"
            ),
            (200, "oauth_token=rt-1234&oauth_callback_confirmed=true", "no request token"),
            (
                401, #"{"errors":[{"code":32,"message":"Could not authenticate you."}]}"#,
                "401: Could not authenticate you"
            ),
            (403, "", "status 403"), (500, "plain\nwords\u{1B}[K", #"500: plain words\u{1B}[K"#),
        ])
    func theServicesOwnReasonIsShownAndNothingStored(_ status: Int, _ body: String, _ shown: String) async throws {
        try await fixture.setApp(.twitter)
        fixture.transport.answer(.response(status: status, body: body))
        let error = await expectError(.serviceRefused) { _ = try await fixture.logIn(.pin, to: .twitter) }
        #expect(error.message.contains(shown), "\(error.message)")
        #expect(!error.message.contains("1234") && error.nextStep == "acctstore add twitter --pin")
        #expect(fixture.records(.account).isEmpty)
    }

    @Test func aRefusedPINIsToldWithoutRepeatingIt() async throws {
        let handle = try await begin()
        fixture.transport.answer(
            .response(
                status: 401, body: "Error processing your OAuth request: Invalid oauth_verifier parameter 7654321"))
        let error = await expectError(.serviceRefused) { _ = try await enter("7654321\n", handle) }
        #expect(
            error.message.contains("401: Error processing your OAuth request: Invalid oauth_verifier parameter ***"))
        #expect(fixture.records(.account).isEmpty)
    }

    @Test func aKeychainThatCannotBeWrittenStopsBeforeTheFirstRequest() async throws {
        try await fixture.setApp(.twitter)
        for operation in [MemoryKeychain.Operation.create, .update] {
            fixture.keychain.fail(operation, with: KeychainError(.locked, "the keyring \"Login\" is locked"))
        }
        await expectError(.locked) { _ = try await fixture.logIn(.pin, to: .twitter) }
        #expect(fixture.transport.sent.isEmpty)
    }

    @Test func aTokenThatCannotBeKeptIsToldWithTheWayOut() async throws {
        let handle = try await begin()
        fixture.transport.answer(.response(status: 200, body: accessToken), .response(status: 200, body: user))
        fixture.keychain.fail(.create, with: KeychainError(.unreachable, "the keyring went away"))
        let error = await expectError(.unavailable) { _ = try await enter("1234567\n", handle) }
        #expect(error.message.contains("the log-in worked") && error.message.contains("the keyring went away"))
        #expect(error.nextStep?.contains("acctstore add twitter --pin") == true)
        #expect(!"\(error)".contains("at-1234"))
        fixture.keychain.fail(.create, with: nil)
        #expect(try await fixture.addAccount("bob", id: "5").number == 2)
    }
}
