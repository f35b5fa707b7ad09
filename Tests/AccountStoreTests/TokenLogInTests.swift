import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

private let user = #"{"data":{"id":"123","name":"Alice A.","username":"Alice"}}"#
private let pair = "oauth_token=tk-1234&oauth_token_secret=ts-1234"

@Suite struct TokenLogInTests {
    private let fixture = StoreFixture()

    @Test(
        arguments: [
            pair, pair + "\n", pair + "\r\n", #"{"oauth_token":"tk-1234","oauth_token_secret":"ts-1234"}"#,
            "\n {\"oauth_token\" : \"tk\\u002d1234\",\n\"oauth_token_secret\":\"ts-1234\", \"x\":[null]}\n",
        ])
    func tokensComeAsAFormOrAsJSON(_ text: String) async throws {
        try await fixture.setApp(.twitter)
        fixture.transport.answer(.response(status: 200, body: user))
        let step = try await fixture.logIn(.token, to: .twitter, secret: text)
        #expect(step.account?.username == "Alice" && step.account?.userID == "123")
        #expect(step.warning == nil)
        let secret = try #require(fixture.records(.account).first).secret
        #expect(secret.contains(#""token":"tk-1234","token_secret":"ts-1234""#))
        let asked = try #require(fixture.transport.sent.first)
        #expect(asked.url == "https://api.x.com/2/users/me" && asked.method == "GET")
    }

    @Test(
        arguments: [
            "", "\n", "oauth_token=a", "oauth_token_secret=b", "oauth_token=&oauth_token_secret=b", "{", "{}", "[]",
            #"{"oauth_token":"a","oauth_token_secret":null}"#, "oauth_token=a\0&oauth_token_secret=b",
            "oauth_token=a\n\noauth_token_secret=b", pair + "\n\n", pair + "&consumer_key=k",
            pair + "&consumer_secret=s", pair + "&user_id=1%0A2", "oauth_token=a%00b&oauth_token_secret=b",
        ])
    func anythingElseIsRefusedAndNothingIsStored(_ text: String) async throws {
        try await fixture.setApp(.twitter)
        let error = await expectError(.inputRefused) {
            _ = try await fixture.logIn(.token, to: .twitter, secret: text)
        }
        #expect(!error.message.contains("1234"))
        #expect(fixture.records(.account).isEmpty && fixture.transport.sent.isEmpty)
    }

    @Test func withoutAnAppTheCommandThatSetsOneIsNamed() async throws {
        let error = await expectError(.notConfigured) {
            _ = try await fixture.logIn(.token, to: .twitter, secret: pair)
        }
        #expect(error.nextStep == "acctstore app set twitter --key KEY")
    }

    @Test func theOnlyAppIsUsedWhateverItsName() async throws {
        try await fixture.setApp(.twitter, name: "mine")
        let step = try await fixture.logIn(.token, to: .twitter, secret: pair + "&user_id=1")
        #expect(step.account?.app == "mine")
        try await fixture.setApp(.twitter, name: "other")
        let error = await expectError(.notConfigured) {
            _ = try await fixture.logIn(.token, to: .twitter, secret: pair)
        }
        #expect(error.message.contains("mine, other"))
    }

    @Test func anotherPersonThanExpectedStoresNothing() async throws {
        try await fixture.setApp(.twitter)
        for (name, text) in [("bob", pair), (nil, pair + "&user_id=999")] {
            fixture.transport.answer(.response(status: 200, body: user))
            await expectError(.serviceRefused) {
                _ = try await fixture.logIn(.token, to: .twitter, as: name, secret: text)
            }
        }
        #expect(fixture.records(.account).isEmpty)
        fixture.transport.answer(.response(status: 200, body: user))
        let step = try await fixture.logIn(.token, to: .twitter, as: "ALICE", secret: pair)
        #expect(step.account?.username == "Alice")
    }

    @Test(
        arguments: [
            RecordingTransport.Answer.failure(TransportError(.notConnected, "no network")),
            .failure(TransportError(.noAnswer, "time-out")), .response(status: 500, body: "<html><title>Oh</title>"),
            .response(status: 403, body: #"{"errors":[{"code":453,"message":"Not this level"}]}"#),
            .response(status: 200, body: "<html>"), .response(status: 200, body: "{}"),
            .response(status: 200, body: ""),
        ])
    func aLookUpThatFailsThrowsNoTokenAway(_ answer: RecordingTransport.Answer) async throws {
        try await fixture.setApp(.twitter)
        fixture.transport.answer(answer, answer, answer)
        let step = try await fixture.logIn(.token, to: .twitter, secret: pair)
        let account = try #require(step.account)
        #expect(account.userID == nil && account.handle == "?")
        #expect(step.warning?.contains("could not be asked") == true)
        // The first four bytes of SHA-256("tk-1234").
        let identity = fixture.records(.account).first?.stored.record.attributes["user-id"]
        #expect(identity == "?472ee8d9")
        let known = try await fixture.logIn(.token, to: .twitter, secret: pair + "&user_id=7&screen_name=al")
        #expect(known.account?.userID == "7" && known.account?.username == "al")
    }

    @Test func aTokenThatTheServiceRefusesStoresNothing() async throws {
        try await fixture.setApp(.twitter)
        let refusal = RecordingTransport.Answer.response(
            status: 401, body: #"{"errors":[{"code":89,"message":"Invalid or expired token"}]}"#)
        fixture.transport.answer(refusal)
        let error = await expectError(.serviceRefused) {
            _ = try await fixture.logIn(.token, to: .twitter, as: "alice", secret: pair)
        }
        #expect(error.message.contains("401") && error.message.contains("nothing was stored"))
        #expect(error.nextStep == "acctstore add twitter --user alice --token-stdin")
        #expect(fixture.records(.account).isEmpty)
        // Whoever says whose it is keeps it, and is told.
        fixture.transport.answer(refusal)
        let known = try await fixture.logIn(.token, to: .twitter, secret: pair + "&user_id=7&screen_name=al")
        #expect(known.account?.userID == "7")
        #expect(known.warning?.contains("401") == true)
        // One that takes the place of an account's must be that account's.
        let alice = try await fixture.addAccount("alice", id: "123")
        fixture.transport.answer(refusal)
        let request = LogInRequest(
            account: alice.id, service: .twitter, method: .token, secret: try TextInput.descriptor(pair))
        let again = await expectError(.serviceRefused) { _ = try await fixture.terminal.beginLogIn(request) }
        #expect(again.message.contains("nothing was changed"))
    }

    @Test(
        arguments: [
            (#"{"access_token":5}"#, "as access_token"), (#"{"access_token":"a","refresh_token":{}}"#, "refresh_token"),
            (#"{"access_token":"a","access_token":"b"}"#, "access_token more than once"),
            ("oauth_token=a&oauth_token_secret=b&oauth_token=c", "oauth_token more than once"),
            (#"{"access_token":"a","expires_in":1.5}"#, "expires_in"),
            (#"{"access_token":"a","scope":["x"]}"#, "scope"),
        ])
    func whatIsNotAsItShouldBeIsNamed(_ text: String, words: String) async throws {
        let error = await expectError(.inputRefused) {
            _ = try await fixture.logIn(.token, to: .twitter, secret: text)
        }
        #expect(error.message.contains(words), "\(error.message)")
    }

    @Test func whatElseServicesPutIntoTheirAnswersIsPassedOver() async throws {
        fixture.transport.answer(.response(status: 200, body: user))
        let step = try await fixture.logIn(
            .token, to: .twitter,
            secret:
                #"{"access_token":"a","created_at":7,"created_at":8,"x":{"y":[1]},"refresh_token":null,"user_id":123}"#)
        #expect(step.account?.username == "Alice")
    }

    @Test func anIdentityThatIsStoredIsReplacedOnlyWithAYesOrByName() async throws {
        let alice = try await fixture.addAccount("alice", id: "123", description: "mine", makeDefault: true)
        try await fixture.setApp(.twitter)
        let newer = "oauth_token=newer&oauth_token_secret=newer&user_id=123"
        let step = try await fixture.logIn(.token, to: .twitter, secret: newer)
        guard case .confirmReplacement(let existing, let handle) = step else { return #expect(Bool(false), "\(step)") }
        #expect(existing == alice)
        await expectError(.cancelled) { _ = try await fixture.terminal.continueLogIn(handle, with: .no) }
        #expect(fixture.records(.account).first?.secret.contains("tk-alice") == true)
        await expectError(.cancelled) { _ = try await fixture.terminal.continueLogIn(handle, with: .yes) }

        let again = try await fixture.logIn(.token, to: .twitter, secret: newer)
        guard case .confirmReplacement(_, let second) = again else { return #expect(Bool(false), "\(again)") }
        let done = try await fixture.terminal.continueLogIn(second, with: .yes)
        #expect(done.account == alice)
        #expect(fixture.records(.account).map(\.secret).allSatisfy { $0.contains(#""token":"newer""#) })
        #expect(fixture.records(.account).count == 1)

        fixture.settings = StoreSettings(manageWithoutTerminal: true)
        let script = fixture.broker(nightly, mayAsk: false)
        let error = await expectError(.invalidArgument) {
            _ = try await fixture.logIn(.token, to: .twitter, secret: newer, by: script)
        }
        #expect(error.nextStep?.contains("--user alice") == true)
        _ = try await fixture.logIn(.token, to: .twitter, as: "alice", secret: newer, by: script)
    }

    @Test func aServiceWithoutIdsIsKnownByNames() async throws {
        try await fixture.setApp(.twitter)
        fixture.transport.answer(.response(status: 200, body: #"{"screen_name":"Alice"}"#))
        let step = try await fixture.logIn(.token, to: .twitter, secret: pair)
        #expect(step.account?.username == "Alice" && step.account?.userID == nil)
        #expect(fixture.records(.account).first?.stored.record.attributes["user-id"] == "@alice")
    }

    @Test func addingAtOnceGivesNumbersOfTheirOwn() async throws {
        let fixture = fixture
        let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 1...50 {
                group.addTask { try await fixture.addAccount("n\(index)", id: "\(index)").number }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(numbers == Set(1...50))
        #expect(fixture.records(.account).count == 50 && fixture.records(.settings).count == 1)
    }

    @Test func addingOneAccountAtOnceStoresItOnce() async throws {
        let fixture = fixture
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...20 { group.addTask { _ = try? await fixture.addAccount("alice", id: "1") } }
        }
        #expect(fixture.records(.account).count == 1)
    }
}
