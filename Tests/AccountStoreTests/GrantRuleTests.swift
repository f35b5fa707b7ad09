import AccountModel
import AccountStore
import AccountStoreTesting
import TestRig
import Testing

/// What grants allow, beside one another.
@Suite struct GrantRuleTests {
    private let fixture = StoreFixture()

    @Test func denyBeatsAllowAtOneLevelAndAccountBeatsService() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let program = fixture.broker(nightly, mayAsk: false)
        try await fixture.allow(nightly, .write, .service(.twitter))
        _ = try await program.sign(post, as: alice.id)
        try await fixture.allow(.any, .write, .service(.twitter), decision: .deny)
        await expectError(.accessDenied) { _ = try await program.sign(post, as: alice.id) }
        try await fixture.allow(nightly, .write, .selected(nil))
        _ = try await program.sign(post, as: alice.id)
        try await fixture.allow(.any, .write, .selected(nil), decision: .deny)
        await expectError(.accessDenied) { _ = try await program.sign(post, as: alice.id) }
    }

    @Test func aLaterAnswerReplacesTheEarlierOne() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let program = fixture.broker(nightly, mayAsk: false)
        try await fixture.allow(nightly, decision: .deny)
        try await fixture.allow(nightly, .write)
        _ = try await program.sign(post, as: alice.id)
        await expectError(.accessDenied) { _ = try await program.sign(read, as: alice.id) }
        #expect(try await fixture.terminal.grants().map(\.grant.permissions) == [.write, .read])
        try await fixture.allow(nightly, .read)
        #expect(fixture.records(.grant).count == 1)
    }

    @Test func anyCoversWhatHasNoSandbox() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        try await fixture.allow(.any)
        for program in [nightly, .unknown, .cron, .unit("a.service")] {
            _ = try await fixture.broker(program, mayAsk: false).sign(post, as: alice.id)
        }
        for program in [ProgramIdentity.flatpak("org.example.App"), .snap("app"), .sandbox] {
            let broker = fixture.broker(program, mayAsk: false)
            await expectError(.accessDenied) { _ = try await broker.sign(post, as: alice.id) }
            #expect(try await broker.accounts(of: nil).isEmpty)
        }
        #expect(fixture.prompter.questions.isEmpty)
    }

    @Test func aGrantEndsWhenItsTimeIsOver() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        try await fixture.allow(nightly, duration: 60)
        let program = fixture.broker(nightly, mayAsk: false)
        fixture.clock.advance(by: 59)
        _ = try await program.sign(post, as: alice.id)
        fixture.clock.advance(by: 1)
        await expectError(.accessDenied) { _ = try await program.sign(post, as: alice.id) }
        #expect(try await fixture.terminal.grants().isEmpty)
        try await fixture.allow(.cron)
        #expect(fixture.records(.grant).count == 1)
    }

    @Test func addingAnAccountGrantsTheAdderNothing() async throws {
        fixture.settings = StoreSettings(manageWithoutTerminal: true)
        let program = fixture.broker(nightly, mayAsk: false)
        let step = try await fixture.logIn(
            .token, to: .twitter,
            secret: "oauth_token=t&oauth_token_secret=s&user_id=1&consumer_key=k&consumer_secret=c", by: program)
        let account = try #require(step.account)
        await expectError(.accessDenied) { _ = try await program.sign(post, as: account.id) }
        #expect(try await program.accounts(of: nil).isEmpty)
    }

    @Test func aGrantMadeByHandForWhatHasNoNameCountsForNothing() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        for program in ["unknown", "sandbox", "terminal", "exe:relative", ""] {
            fixture.keychain.plant(
                Record(
                    schema: .grant,
                    attributes: [
                        "program": program, "service": "twitter", "account": "*", "decision": "allow",
                        "permissions": "read write",
                    ], label: "by hand"), secret: #"{"version":1}"#)
        }
        fixture.keychain.plant(
            Record(
                schema: .grant,
                attributes: [
                    "program": nightly.description, "service": "twitter", "account": "*", "decision": "allow",
                    "permissions": "read write", "expires": "soon",
                ], label: "by hand"), secret: #"{"version":1}"#)
        for program in [ProgramIdentity.unknown, .sandbox, nightly] {
            await expectError(.accessDenied) {
                _ = try await fixture.broker(program, mayAsk: false).sign(post, as: alice.id)
            }
        }
    }

    @Test func aGrantFollowsItsPathAtEachRequest() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        try folder.write("", to: "tool-1", mode: 0o700)
        try folder.link("tool", to: "tool-1")
        try await fixture.allow(.executable(folder.path("tool")))
        let first = fixture.broker(.executable(folder.path("tool-1")), mayAsk: false)
        _ = try await first.sign(post, as: alice.id)
        // The same file as a script is another kind of program.
        await expectError(.accessDenied) {
            _ = try await fixture.broker(.script(folder.path("tool-1")), mayAsk: false).sign(post, as: alice.id)
        }
        try folder.write("", to: "tool-2", mode: 0o700)
        try folder.link("tool", to: "tool-2")
        let second = fixture.broker(.executable(folder.path("tool-2")), mayAsk: false)
        _ = try await second.sign(post, as: alice.id)
        await expectError(.accessDenied) { _ = try await first.sign(post, as: alice.id) }
    }
}
