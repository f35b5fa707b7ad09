import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite struct LearningTests {
    private let fixture = StoreFixture()

    /// An account whose service could not be asked who it is.
    private func provisional(_ token: String, description: String? = nil) async throws -> Account {
        let step = try await fixture.terminal.beginLogIn(
            LogInRequest(
                service: .twitter, method: .token, description: description,
                secret: try TextInput.descriptor(
                    "oauth_token=\(token)&oauth_token_secret=ts&consumer_key=ck&consumer_secret=cs")))
        return try #require(step.account)
    }

    private func learn(
        _ id: String?, _ name: String?, of account: Account, merging: Bool = false, by broker: StoreBroker? = nil
    ) async throws -> VerificationOutcome {
        try await (broker ?? fixture.terminal).learn(
            VerifiedPerson(userID: id, username: name), of: account.id, merging: merging)
    }

    @Test func aProvisionalIdentityBecomesTheRealOne() async throws {
        var account = try await provisional("tk", description: "mine")
        try await fixture.allow(nightly)
        #expect(account.userID == nil)
        (account.userID, account.username) = ("12", "alice")
        #expect(try await learn("12", "alice", of: account) == .stored(account))
        let record = try #require(fixture.records(.account).first?.stored.record)
        #expect(record.label == "@alice (twitter)")
        #expect(record.attributes["user-id"] == "12")
        #expect(record.attributes["username"] == "alice")
        #expect(record.attributes["description"] == "mine")
        #expect(fixture.records(.grant).count == 1)
    }

    @Test func anAnswerEndsTheNeedOfALogInAndANewNameIsKept() async throws {
        var alice = try await fixture.addAccount("alice", id: "1")
        try await fixture.terminal.noteRejectedCredential(of: alice.id)
        alice.username = "alicia"
        #expect(try await learn("1", "alicia", of: alice) == .stored(alice))
        #expect(try await fixture.terminal.accounts(of: nil) == [alice])
        let updates = fixture.keychain.calls(.update)
        #expect(try await learn("1", "alicia", of: alice) == .stored(alice))
        #expect(fixture.keychain.calls(.update) == updates)
    }

    @Test func anotherPersonThanTheAccountIsKnownToBeChangesNothing() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let before = fixture.keychain.contents.map(\.stored)
        let error = await expectError(.serviceRefused) { _ = try await learn("2", "bob", of: alice) }
        #expect(error.message.contains(alice.label))
        #expect(fixture.keychain.contents.map(\.stored) == before)
    }

    @Test func whatIsTheSamePersonIsMergedOnlyWhereThatWasSaid() async throws {
        let alice = try await fixture.addAccount("alice", id: "1", description: "mine")
        try await fixture.allow(nightly)
        let second = try await provisional("tk-new")
        try await fixture.allow(.cron, .read, .selected(.number(2)))
        _ = try await fixture.terminal.update(.number(2), with: AccountChanges(isDefault: true))
        #expect(try await learn("1", "Alice", of: second) == .wouldMerge(into: alice))
        #expect(try await fixture.terminal.accounts(of: nil).count == 2)
        var merged = alice
        (merged.username, merged.isDefault) = ("Alice", true)
        #expect(try await learn("1", "Alice", of: second, merging: true) == .stored(merged))
        #expect(try await fixture.terminal.accounts(of: nil) == [merged])
        #expect(fixture.records(.account).map(\.secret).allSatisfy { $0.contains(#""token":"tk-new""#) })
        #expect(try await fixture.terminal.grants().map(\.grant.program) == [nightly])
        #expect(try await fixture.addAccount("bob", id: "2").number == 3)
    }

    @Test func aProgramNeedsTheRightToReadAndMergesNothing() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let second = try await provisional("tk-new")
        let program = fixture.broker(nightly, mayAsk: false)
        await expectError(.accessDenied) { _ = try await learn("1", "alice", of: alice, by: program) }
        try await fixture.allow(nightly, .read, .selected(.number(2)))
        let hidden = await expectError(.accessDenied) { _ = try await learn("1", "alice", of: second, by: program) }
        #expect(!hidden.message.contains("@alice"))
        try await fixture.allow(nightly, .read, .service(.twitter))
        #expect(try await learn("1", "alice", of: second, by: program) == .wouldMerge(into: alice))
        await expectError(.accessDenied) { _ = try await learn("1", "alice", of: second, merging: true, by: program) }
        #expect(try await learn("1", "alice", of: alice, by: program) == .stored(alice))
        await expectError(.accessDenied) { _ = try await learn("1", "alice", of: alice, by: fixture.broker(.sandbox)) }
    }

    @Test(arguments: [(nil, nil), ("", nil), (nil, "a b"), ("?x", "alice"), ("1", "a\u{1B}b")] as [(String?, String?)])
    func whatNamesNobodyIsRefused(_ id: String?, _ name: String?) async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        await expectError(.invalidArgument) { _ = try await learn(id, name, of: alice) }
    }
}
