import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite struct OverviewTests {
    private let fixture = StoreFixture()

    @Test func theAccountThatWouldActIsToldWithTheReason() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let only = try await fixture.terminal.overview(nil, of: nil)
        #expect(only.acting == alice)
        #expect(only.reason == .only)
        #expect(only.trouble == nil)
        let bob = try await fixture.addAccount("bob", id: "2")
        let several = try await fixture.terminal.overview(nil, of: nil)
        #expect(several.acting == nil)
        #expect(several.trouble?.code == .invalidArgument)
        #expect(several.accounts == [alice, bob])
        #expect(try await fixture.terminal.overview(.name("bob"), of: nil).reason == .named)
        _ = try await fixture.terminal.update(.number(2), with: AccountChanges(isDefault: true))
        let preset = try await fixture.terminal.overview(nil, of: nil)
        #expect(preset.acting?.number == 2)
        #expect(preset.reason == .preset)
    }

    @Test func withoutAccountsTheNextStepIsToAddOne() async throws {
        let overview = try await fixture.terminal.overview(nil, of: nil)
        #expect(overview.trouble?.code == .noSuchAccount)
        #expect(overview.trouble?.nextStep == "acctstore add")
        #expect(overview.apps == [])
        #expect(overview.keychain.state == .open)
    }

    @Test func nothingIsUnlockedForIt() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        try await fixture.keychain.lock()
        let unlocks = fixture.keychain.calls(.unlock)
        let overview = try await fixture.terminal.overview(nil, of: nil)
        #expect(overview.keychain.state == .locked)
        #expect(overview.acting == alice)
        #expect(overview.trouble?.code == .locked)
        #expect(await fixture.terminal.names().accounts == [alice])
        #expect(fixture.keychain.calls(.unlock) == unlocks)
        #expect(fixture.keychain.calls(.secrets) == 1)
    }

    @Test func aKeychainThatCannotBeReachedIsTheTrouble() async throws {
        fixture.keychain.failEverything(with: KeychainError(.unreachable, "nobody there", nextStep: "start it"))
        let overview = try await fixture.terminal.overview(nil, of: nil)
        #expect(overview.keychain.state == .unreachable)
        #expect(overview.trouble?.code == .unavailable)
        #expect(overview.trouble?.nextStep == "start it")
        #expect(overview.apps == nil)
        #expect(await fixture.terminal.names().services == [fixture.local, .twitter])
    }

    @Test func anAccountWithoutAValidLogInSaysHowToLogIn() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        try await fixture.terminal.noteRejectedCredential(of: alice.id)
        let overview = try await fixture.terminal.overview(nil, of: nil)
        #expect(overview.trouble?.code == .credentialRejected)
        #expect(overview.trouble?.nextStep == "acctstore login 1")
    }

    @Test func aProgramIsToldWhatItMayKnowAndIsNotAskedAbout() async throws {
        _ = try await fixture.addAccount("alice", id: "1")
        try await fixture.setApp(.twitter)
        let silent = try await fixture.broker(nightly, mayAsk: false).overview(nil, of: nil)
        #expect(silent.accounts.isEmpty)
        #expect(silent.apps == nil)
        #expect(silent.trouble?.code == .accessDenied)
        #expect(silent.trouble?.nextStep == "acctstore grant /home/alice/bin/nightly 1")
        #expect(try await fixture.broker(nightly).overview(nil, of: nil).trouble == nil)
        #expect(fixture.prompter.questions.isEmpty)
        try await fixture.allow(nightly)
        #expect(try await fixture.broker(nightly, mayAsk: false).overview(nil, of: nil).trouble == nil)
        try await fixture.allow(nightly, .read, decision: .deny)
        #expect(try await fixture.broker(nightly).overview(nil, of: nil).trouble?.code == .accessDenied)
        await expectError(.accessDenied) { _ = try await fixture.broker(.sandbox).overview(nil, of: nil) }
    }

    @Test func namesAreThoseOfThePerson() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        try await fixture.setApp(.twitter, name: "mine")
        try await fixture.allow(nightly)
        try await fixture.allow(nightly, .read, .service(.twitter))
        #expect(
            await fixture.terminal.names()
                == KnownNames(
                    accounts: [alice], services: [fixture.local, .twitter],
                    otherServices: ["friendica", "gnusocial", "mastodon"].compactMap { Service($0) },
                    apps: [AppName(service: .twitter, name: "mine")], programs: [nightly]))
        let program = await fixture.broker(nightly).names()
        #expect(program.accounts == [alice])
        #expect(program.apps.isEmpty && program.programs.isEmpty)
        #expect(await fixture.broker(.sandbox).names() == KnownNames())
    }
}
