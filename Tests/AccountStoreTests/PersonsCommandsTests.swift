import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite struct PersonsCommandsTests {
    private let fixture = StoreFixture()

    @Test func aProgramIsAskedForThisCommandOnce() async throws {
        _ = try await fixture.addAccount("alice", id: "1")
        let program = fixture.broker(nightly)
        fixture.prompter.answer(.once, .once)
        _ = try await program.update(.number(1), with: AccountChanges(description: "x"))
        _ = try await program.remove(.number(1), revoke: false, confirmed: false)
        #expect(fixture.prompter.questions.map(\.answers) == Array(repeating: [.once, .no], count: 2))
        #expect(fixture.prompter.questions.last?.subject == .command("remove @alice (1, twitter)"))
        #expect(try await fixture.terminal.accounts(of: nil).isEmpty)
    }

    @Test func aNoToOneCommandHoldsForAnyOfTheProgramForAnHour() async throws {
        _ = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.no, .once)
        await expectError(.accessDenied) { _ = try await fixture.broker(nightly).grants() }
        let anew = fixture.broker(nightly, instance: "2")
        await expectError(.accessDenied) { _ = try await anew.grants() }
        await expectError(.accessDenied) { _ = try await anew.remove(.number(1), revoke: false, confirmed: true) }
        #expect(fixture.prompter.questions.count == 1)
        fixture.clock.advance(by: 3600)
        _ = try await anew.grants()
        #expect(fixture.prompter.questions.count == 2)
    }

    @Test func aQuestionWithoutAnAnswerLeadsToTheSameCommandAgain() async throws {
        fixture.prompter.answer(.unanswered)
        let error = await expectError(.accessDenied) { _ = try await fixture.broker(nightly).grants() }
        #expect(error.nextStep == "run it again and give one of the answers")
    }

    @Test func withoutAnyoneToAskBothWaysOutAreNamed() async throws {
        let error = await expectError(.accessDenied) {
            _ = try await fixture.broker(nightly, mayAsk: false).grants()
        }
        #expect(error.nextStep?.contains("terminal") == true)
        #expect(error.nextStep?.contains("manage-without-terminal=true") == true)
    }

    @Test func theConfigurationLetsScriptsManageButRemovalNeedsAYes() async throws {
        fixture.settings = StoreSettings(manageWithoutTerminal: true)
        let program = fixture.broker(nightly, mayAsk: false)
        _ = try await fixture.addAccount("alice", id: "1")
        _ = try await program.grant(
            GrantRequest(program: nightly, target: .selected(nil), permissions: .read, decision: .allow))
        let error = await expectError(.invalidArgument) {
            _ = try await program.remove(.number(1), revoke: false, confirmed: false)
        }
        #expect(error.nextStep == "acctstore remove 1 --yes")
        _ = try await program.remove(.number(1), revoke: false, confirmed: true)
        #expect(fixture.prompter.questions.isEmpty)
    }

    @Test(arguments: [ProgramIdentity.sandbox, .flatpak("org.example.App"), .snap("app")])
    func aSandboxedCallerNeverMay(_ program: ProgramIdentity) async throws {
        fixture.settings = StoreSettings(manageWithoutTerminal: true)
        _ = try await fixture.addAccount("alice", id: "1")
        let broker = fixture.broker(program)
        fixture.prompter.answer(.once, .once, .once)
        await expectError(.accessDenied) { _ = try await broker.grants() }
        await expectError(.accessDenied) { _ = try await broker.apps() }
        await expectError(.accessDenied) {
            _ = try await broker.remove(.number(1), revoke: false, confirmed: true)
        }
        #expect(fixture.prompter.questions.isEmpty)
    }

    @Test func aSandboxLearnsNothingOfWhatThereIs() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let broker = fixture.broker(.sandbox)
        let nothing = try #require(Service("nothing"))
        let app = App(service: nothing, name: "", consumerKey: "")
        for attempt in [
            { _ = try await broker.update(.number(9), with: AccountChanges(description: "x")) },
            { _ = try await broker.remove(.number(9), revoke: false, confirmed: true) },
            { try await broker.setApp(app, secret: try TextInput.descriptor("x")) },
            { _ = try await fixture.logIn(.pin, to: nothing, by: broker) },
            { _ = try await broker.revoke(nightly, target: .selected(.number(9))) },
            { _ = try await broker.select(.number(1), of: nil, for: .read) },
            { _ = try await broker.select(.number(1), of: nil, for: []) },
            { _ = try await broker.select(.number(9), of: nil, for: []) },
            { _ = try await broker.sign(post, as: alice.id) },
            { _ = try await broker.perform(post, body: nil, as: .account(alice.id)) },
            { _ = try await broker.perform(post, body: nil, as: .nobody) },
            { _ = try await broker.overview(nil, of: nil) },
            { _ = try await broker.picture(at: "https://pbs.twimg.example/a.png") },
        ] as [() async throws -> Void] {
            await expectError(.accessDenied) { try await attempt() }
        }
        #expect(try await broker.accounts(of: nil).isEmpty)
    }

    @Test(arguments: [ProgramIdentity.terminal, .unknown, .sandbox])
    func whatCannotBeRememberedHasNoGrant(_ program: ProgramIdentity) async throws {
        _ = try await fixture.addAccount("alice", id: "1")
        await expectError(.invalidArgument) { try await fixture.allow(program) }
        #expect(fixture.records(.grant).isEmpty)
    }

    @Test func anAppsSecretLosesOneLineEndAndNothingElse() async throws {
        for text in ["tok", "tok\n", "tok\r\n"] {
            try await fixture.setApp(.twitter, secret: text)
            #expect(
                fixture.records(.app).map(\.secret) == [
                    #"{"version":1,"consumer_key":"ck","consumer_secret":"tok"}"#
                ])
        }
        for text in ["tok\n\n", "a\tb", "a\nb", "\u{7F}", ""] {
            await expectError(.inputRefused) { try await fixture.setApp(.twitter, secret: text) }
        }
        #expect(fixture.records(.app).count == 1)
    }

    @Test func anEmptyConsumerKeyIsRefused() async throws {
        await expectError(.invalidArgument) { try await fixture.setApp(.twitter, key: "") }
        #expect(fixture.records(.app).isEmpty)
    }
}
