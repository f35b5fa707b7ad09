import AccountModel
import AccountStore
import AccountStoreTesting
import Announcing
import Testing

/// The program against a whole store in memory: the real rules, and nothing of this machine.
@Suite("Announcer")
struct AnnouncerTests {
    private let fixture = StoreFixture()
    private let program = ProgramIdentity.executable("/usr/bin/announce")

    /// Somebody who has an account, and what a test looks at is still to be sent.
    private func addAlice() async throws -> Account {
        let alice = try await fixture.addAccount("alice", id: "123")
        fixture.transport.forget()
        return alice
    }

    @Test("posts as the person's account once the person said yes, and lists it")
    func posts() async throws {
        let alice = try await addAlice()
        fixture.prompter.answer(.always)
        fixture.transport.answer(
            .response(status: 201, body: #"{"data":{"id":"42","text":"Hello","edit_history_tweet_ids":["42"]}}"#))
        let announcer = Announcer(fixture.broker(program))

        #expect(try await announcer.accounts() == [])
        #expect(try await announcer.announce("Hello") == "42")
        #expect(try await announcer.accounts() == [alice.label])

        #expect(fixture.prompter.questions.map(\.program) == [program])
        let sent = try #require(fixture.transport.sent.first)
        #expect(sent.method == "POST" && sent.authorization.hasPrefix("OAuth "))
    }

    @Test("a no is told as it is, and nothing is sent")
    func denied() async throws {
        _ = try await addAlice()
        fixture.prompter.answer(.no)
        await #expect(throws: BrokerError(.accessDenied, "")) {
            try await Announcer(fixture.broker(program)).announce("Hello")
        }
        #expect(fixture.transport.sent.isEmpty)
    }

    @Test("nobody to ask, a locked keyring, a lost answer: each is an error of its own, and nothing is sent twice")
    func trouble() async throws {
        _ = try await addAlice()
        await #expect(throws: BrokerError(.accessDenied, "")) {
            try await Announcer(fixture.broker(program, mayAsk: false)).announce("Hello")
        }
        fixture.prompter.answer(.always)
        fixture.keychain.fail(.secrets, with: KeychainError(.locked, "the keyring is locked"))
        await #expect(throws: BrokerError(.locked, "")) {
            try await Announcer(fixture.broker(program)).announce("Hello")
        }
        fixture.keychain.fail(.secrets, with: nil)
        fixture.transport.answer(.cutShort(status: 201, body: "{"))
        await #expect(throws: BrokerError(.outcomeUnknown, "")) {
            try await Announcer(fixture.broker(program)).announce("Hello")
        }
        #expect(fixture.transport.sent.count == 1)
    }
}
