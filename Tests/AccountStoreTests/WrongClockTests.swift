import AccountModel
import AccountStore
import AccountStoreTesting
import Synchronization
import Testing

/// The fixture's clock stands at 1700000000, which is 22:13:20 on 14 November 2023.
@Suite struct WrongClockTests {
    private let fixture = StoreFixture()
    private static let outOfBounds = #"{"errors":[{"code":135,"message":"Timestamp out of bounds."}]}"#
    private static let doubted = #"{"errors":[{"code":32,"message":"Could not authenticate you."}]}"#
    private static let slow = "Tue, 14 Nov 2023 22:23:20 GMT"
    private static let right = "Tue, 14 Nov 2023 22:13:21 GMT"

    private func refusal(_ body: String, _ date: String) -> RecordingTransport.Answer {
        .response(status: 401, headers: [HeaderField("Date", date)], body: body)
    }

    private func success(_ date: String) -> RecordingTransport.Answer {
        .response(status: 200, headers: [HeaderField("Date", date)], body: "{}")
    }

    private func timestamps() -> [Int] {
        fixture.transport.sent.compactMap { sent in
            sent.authorization.firstMatch(of: /oauth_timestamp="([0-9]+)"/).flatMap { Int($0.1) }
        }
    }

    private func perform(_ account: Account, body: Body? = nil, type: String = "application/json") async throws
        -> Response
    {
        var request = post
        if body != nil {
            request.parameters = []
            request.headers = [HeaderField("Content-Type", type)]
        }
        return try await fixture.terminal.perform(request, body: body, as: .account(account.id))
    }

    private func account() async throws -> Account {
        let account = try await fixture.addAccount("alice", id: "1")
        #expect(fixture.transport.sent.count == 1)
        return account
    }

    @Test(arguments: [outOfBounds, doubted, "<h1>no</h1>", ""])
    func aRequestRefusedForItsTimeIsSignedAnewOnceAndTheTimeIsKept(body: String) async throws {
        let alice = try await account()
        fixture.transport.answer(refusal(body, Self.slow), success(Self.slow), success(Self.slow))
        #expect(try await perform(alice).status == 200)
        #expect(try await perform(alice).status == 200)
        let signed = try await fixture.terminal.sign(read, as: alice.id)
        #expect(signed.headers[field: "Authorization"]?.contains("oauth_timestamp=\"1700000600\"") == true)
        #expect(timestamps().dropFirst() == [1_700_000_000, 1_700_000_600, 1_700_000_600])
        let nonces = Set(
            fixture.transport.sent.compactMap { $0.authorization.firstMatch(of: /oauth_nonce="([^"]+)"/)?.1 })
        #expect(nonces.count == 4)
    }

    @Test func aSecondRefusalIsTheAnswerAndItsTimeIsNotKept() async throws {
        let alice = try await account()
        fixture.transport.answer(
            refusal(Self.outOfBounds, Self.slow), refusal(Self.outOfBounds, Self.slow), success(Self.right))
        let response = try await perform(alice)
        #expect(response.status == 401)
        #expect(try await response.body.collect(upTo: 1000) == Array(Self.outOfBounds.utf8))
        _ = try await perform(alice)
        #expect(timestamps().dropFirst() == [1_700_000_000, 1_700_000_600, 1_700_000_000])
    }

    @Test func theTimeIsDroppedWhenTheClocksAgreeAgainAndBelongsToOneServer() async throws {
        let alice = try await account()
        let bob = try await fixture.addAccount("bob", id: "2", of: fixture.local)
        fixture.transport.answer(
            refusal(Self.doubted, Self.slow), success(Self.slow), success(Self.right), success(Self.right))
        _ = try await perform(alice)
        let elsewhere = try await fixture.terminal.sign(
            UnsignedRequest(method: "GET", url: "http://127.0.0.1:8080/1.1/x.json"), as: bob.id)
        #expect(elsewhere.headers[field: "Authorization"]?.contains("\"1700000000\"") == true)
        _ = try await perform(alice)
        _ = try await perform(alice)
        #expect(timestamps().suffix(4) == [1_700_000_000, 1_700_000_600, 1_700_000_600, 1_700_000_000])
    }

    @Test(arguments: [
        (401, doubted, right), (401, outOfBounds, right), (401, outOfBounds, "soon"), (403, outOfBounds, slow),
        (429, "", slow),
    ])
    func whatIsNoMatterOfTimeIsNotSentAgain(status: Int, body: String, date: String) async throws {
        let alice = try await account()
        fixture.transport.answer(.response(status: status, headers: [HeaderField("Date", date)], body: body))
        #expect(try await perform(alice).status == status)
        #expect(fixture.transport.sent.count == 2)
    }

    @Test func aSmallBodyIsSentAgainAndAGreatOneIsNot() async throws {
        let alice = try await account()
        fixture.transport.answer(refusal(Self.doubted, Self.slow), success(Self.slow))
        #expect(try await perform(alice, body: .text(#"{"text":"hi"}"#)).status == 200)
        #expect(fixture.transport.sent.suffix(2).map(\.body) == [#"{"text":"hi"}"#, #"{"text":"hi"}"#])
        fixture.transport.answer(success(Self.right), refusal(Self.doubted, Self.slow))
        _ = try await perform(alice)
        let great = String(repeating: "x", count: 100_000)
        #expect(try await perform(alice, body: .text(great)).status == 401)
        #expect(fixture.transport.sent.last?.body == great)
    }

    @Test func nobodyHasNoTimeToBeWrong() async throws {
        fixture.transport.answer(refusal(Self.doubted, Self.slow))
        #expect(try await fixture.terminal.perform(read, body: nil, as: .nobody).status == 401)
        #expect(fixture.transport.sent.count == 1)
    }

    @Test func aLogInIsSignedAnewTooAndSaysSo() async throws {
        try await fixture.setApp(fixture.local)
        fixture.transport.answer(
            refusal(Self.outOfBounds, Self.slow),
            .response(
                status: 200, headers: [HeaderField("Date", Self.slow)],
                body: "oauth_token=tk-1&oauth_token_secret=ts-1&user_id=5&screen_name=bob"),
            .response(
                status: 200, headers: [HeaderField("Date", Self.slow)], body: #"{"id_str":"5","screen_name":"bob"}"#))
        let step = try await fixture.logIn(.xauth, to: fixture.local, as: "bob", secret: "builder")
        #expect(step.account?.username == "bob")
        #expect(step.warning == "this machine's clock is about 10 minutes slow")
        #expect(timestamps() == [1_700_000_000, 1_700_000_600, 1_700_000_600])
    }

    @Test func aLogInThatIsRefusedTwiceSaysByHowMuchTheClockIsWrong() async throws {
        try await fixture.setApp(fixture.local)
        fixture.transport.answer(refusal(Self.outOfBounds, Self.slow), refusal(Self.outOfBounds, Self.slow))
        let error = await expectError(.serviceRefused) {
            _ = try await fixture.logIn(.xauth, to: fixture.local, as: "bob", secret: "builder")
        }
        #expect(error.message.contains("about 10 minutes slow"))
        #expect(fixture.transport.sent.count == 2)
    }
}
