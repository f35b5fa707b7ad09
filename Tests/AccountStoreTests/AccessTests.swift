import AccountModel
import AccountStore
import AccountStoreTesting
import Synchronization
import Testing

@Suite struct AccessTests {
    private let fixture = StoreFixture()

    @Test func anAnswerOfAlwaysIsRememberedForLaterProcesses() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.always)
        _ = try await fixture.broker(nightly, instance: "1").sign(post, as: alice.id)
        for instance in 2...5 {
            _ = try await fixture.broker(nightly, instance: "\(instance)", mayAsk: false).sign(post, as: alice.id)
        }
        #expect(
            fixture.prompter.questions == [
                AccessQuestion(program: nightly, subject: .account(alice, .write), answers: [.always, .once, .no])
            ])
        let listed = try await fixture.terminal.grants()
        #expect(listed.map(\.account) == [alice])
        #expect(listed.map(\.grant.permissions) == [.write])
    }

    @Test func noIsRememberedAndNotAskedAgain() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.no)
        for _ in 1...3 {
            await expectError(.accessDenied) { _ = try await fixture.broker(nightly).sign(post, as: alice.id) }
        }
        #expect(fixture.prompter.questions.count == 1)
        #expect(try await fixture.terminal.grants().map(\.grant.decision) == [.deny])
    }

    @Test func onceHoldsForTheProcessWhileItRuns() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let isRunning = Mutex(true)
        let first = fixture.broker(nightly, instance: "1") { isRunning.withLock { $0 } }
        fixture.prompter.answer(.once)
        _ = try await first.sign(post, as: alice.id)
        _ = try await first.sign(post, as: alice.id)
        #expect(try await first.accounts(of: nil) == [alice])
        let second = fixture.broker(nightly, instance: "2", mayAsk: false)
        await expectError(.accessDenied) { _ = try await second.sign(post, as: alice.id) }
        isRunning.withLock { $0 = false }
        await expectError(.accessDenied) { _ = try await first.sign(post, as: alice.id) }
        #expect(fixture.prompter.questions.count == 1)
        #expect(try await fixture.terminal.grants().isEmpty)
    }

    @Test func silenceIsNoAnswerToAWishForAccess() async throws {
        _ = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.unanswered, .no)
        await expectError(.accessDenied) {
            _ = try await fixture.broker(nightly).requestAccess(to: .selected(nil), of: .twitter, for: .read)
        }
        #expect(try await !fixture.broker(nightly).requestAccess(to: .selected(nil), of: .twitter, for: .read))
    }

    @Test func silenceRefusesThisRequestAlone() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.unanswered, .always)
        let error = await expectError(.accessDenied) {
            _ = try await fixture.broker(nightly).sign(post, as: alice.id)
        }
        #expect(!error.message.contains("denied"), "nobody said no")
        _ = try await fixture.broker(nightly).sign(post, as: alice.id)
    }

    @Test func aProgramWithoutAGrantIsNotToldThatThereIsNoAccount() async throws {
        _ = try await fixture.addAccount("alice", id: "1")
        let error = await expectError(.noSuchAccount) {
            _ = try await fixture.broker(nightly).select(nil, of: nil, for: [])
        }
        #expect(error.message.contains("/home/alice/bin/nightly"))
        #expect(error.nextStep == "acctstore grant /home/alice/bin/nightly")
        let unnamed = await expectError(.noSuchAccount) {
            _ = try await fixture.broker(.unknown).select(nil, of: nil, for: [])
        }
        #expect(unnamed.nextStep == nil)
    }

    @Test func aProgramWithoutANameIsNeverRemembered() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.once, .always)
        _ = try await fixture.broker(.unknown).sign(post, as: alice.id)
        _ = try await fixture.broker(.unknown, instance: "3").sign(post, as: alice.id)
        #expect(fixture.prompter.questions.map(\.answers) == [[.once, .no], [.once, .no]])
        #expect(fixture.records(.grant).isEmpty)
        let error = await expectError(.accessDenied) {
            _ = try await fixture.broker(.unknown, instance: "2", mayAsk: false).sign(post, as: alice.id)
        }
        #expect(error.nextStep?.contains("acctstore grant") == false)
    }

    @Test func aNoToAProgramWithoutANameHoldsForItsSessionForAnHour() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.no, .once, .once)
        for instance in 1...5 {
            await expectError(.accessDenied) {
                _ = try await fixture.broker(.unknown, instance: "\(instance)", session: "7").sign(post, as: alice.id)
            }
        }
        #expect(fixture.prompter.questions.count == 1)
        _ = try await fixture.broker(.unknown, instance: "6", session: "8").sign(post, as: alice.id)
        fixture.clock.advance(by: 3599)
        await expectError(.accessDenied) {
            _ = try await fixture.broker(.unknown, instance: "7", session: "7").sign(post, as: alice.id)
        }
        #expect(fixture.prompter.questions.count == 2)
        fixture.clock.advance(by: 1)
        _ = try await fixture.broker(.unknown, instance: "8", session: "7").sign(post, as: alice.id)
        #expect(fixture.records(.grant).isEmpty)
    }

    @Test(arguments: [AccessAnswer.always, .no, .unanswered])
    func processesOfOneProgramThatWaitShareTheAnswer(_ answer: AccessAnswer) async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(answer)
        fixture.prompter.hold()
        let allowed = await withTaskGroup(of: Bool.self) { group in
            for instance in 1...20 {
                let broker = fixture.broker(nightly, instance: "\(instance)")
                group.addTask { (try? await broker.sign(post, as: alice.id)) != nil }
            }
            // Until all of them wait.
            try? await Task.sleep(for: .seconds(1))
            fixture.prompter.release()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(allowed == Array(repeating: answer == .always, count: 20))
        #expect(fixture.prompter.questions.count == 1)
    }

    @Test func aQuestionThatCameToNothingIsNotRememberedAndTellsWhy() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.fail(PrompterError("its dialog ended before it was answered", wasShown: true))
        let error = await expectError(.accessDenied) {
            _ = try await fixture.broker(nightly).sign(post, as: alice.id)
        }
        #expect(error.message.hasSuffix("this time: its dialog ended before it was answered"))
        #expect(fixture.records(.grant).isEmpty)
        fixture.prompter.answer(.always)
        _ = try await fixture.broker(nightly).sign(post, as: alice.id)
    }

    @Test func aMarkToAskThatTheKeychainDoesNotKeepIsAnError() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.keychain.drop(attribute: "ask")
        let error = await expectError(.failed) {
            _ = try await fixture.terminal.update(.number(alice.number), with: AccountChanges(ask: .always))
        }
        #expect(error.message.contains("does not keep the mark"))
    }

    @Test func aNoToOneUseIsTheNoOfAllThatWaitAndAYesIsNot() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        _ = try await fixture.terminal.update(.number(alice.number), with: AccountChanges(ask: .always))
        for (answers, questions) in [([.no], 1), ([.once, .once, .once, .once, .once], 5)] as [([AccessAnswer], Int)] {
            let before = fixture.prompter.questions.count
            for answer in answers { fixture.prompter.answer(answer) }
            fixture.prompter.hold()
            await withTaskGroup(of: Void.self) { group in
                for instance in 1...5 {
                    let broker = fixture.broker(nightly, instance: "\(instance)")
                    group.addTask { _ = try? await broker.sign(post, as: alice.id) }
                }
                try? await Task.sleep(for: .seconds(1))
                fixture.prompter.release()
            }
            #expect(fixture.prompter.questions.count - before == questions)
        }
    }

    @Test func addingAnAccountGivesItsAdderNoAccess() async throws {
        fixture.settings = StoreSettings(manageWithoutTerminal: true)
        let program = fixture.broker(nightly, mayAsk: false)
        let tokens = "oauth_token=t&oauth_token_secret=s&user_id=1&screen_name=alice&consumer_key=k&consumer_secret=c"
        let request = LogInRequest(
            service: .twitter, method: .token, username: "alice", secret: try TextInput.descriptor(tokens))
        guard case .done(let alice, _) = try await program.beginLogIn(request) else {
            Issue.record("the log-in is not done")
            return
        }
        await expectError(.accessDenied) { _ = try await program.sign(post, as: alice.id) }
        #expect(try await program.accounts(of: nil).isEmpty)
    }

    @Test func eachPermissionIsAskedOnce() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.always, .always)
        let program = fixture.broker(nightly)
        for request in [read, post, read, post] { _ = try await program.sign(request, as: alice.id) }
        #expect(
            fixture.prompter.questions.map(\.subject) == [.account(alice, .read), .account(alice, .write)])
    }

    @Test func manyRequestsAtOnceAskOnce() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.always)
        let program = fixture.broker(nightly)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...20 { group.addTask { _ = try await program.sign(post, as: alice.id) } }
            try await group.waitForAll()
        }
        #expect(fixture.prompter.questions.count == 1)
        #expect(fixture.records(.grant).count == 1)
    }

    @Test func theRefusalNamesAccountAndCommandWhateverTheProgramIsCalled() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let odd = ProgramIdentity.script("/home/alice/it's\u{1B}[K here")
        let error = await expectError(.accessDenied) {
            _ = try await fixture.broker(odd, mayAsk: false).sign(post, as: alice.id)
        }
        #expect(error.message.hasPrefix(#"/home/alice/it's\u{1B}[K here has no access to @alice (1, twitter)"#))
        #expect(error.message.contains("it has no terminal"))
        #expect(error.nextStep == #"acctstore grant $'/home/alice/it\'s\033[K here' 1"#)
    }

    @Test func anAccountThatIsAskedAboutAlwaysIsNeverUsedWithoutAQuestion() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        try await fixture.allow(nightly)
        _ = try await fixture.terminal.update(.number(1), with: AccountChanges(ask: .always))
        let program = fixture.broker(nightly)
        fixture.prompter.answer(.once, .once, .no)
        _ = try await program.select(nil, of: nil, for: .write)
        _ = try await program.sign(post, as: alice.id)
        _ = try await program.sign(post, as: alice.id)
        await expectError(.accessDenied) { _ = try await program.sign(post, as: alice.id) }
        #expect(fixture.prompter.questions.map(\.answers) == Array(repeating: [.once, .no], count: 3))
        for broker in [program, fixture.broker(nightly, mayAsk: false)] {
            let error = await expectError(.accessDenied) { _ = try await broker.sign(post, as: alice.id) }
            #expect(error.message.contains("asked about at each use") && error.message.contains("terminal"))
        }
        _ = try await fixture.terminal.sign(post, as: alice.id)
    }

    @Test func askingForAccessTellsADenialFromAnError() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let program = fixture.broker(nightly)
        await expectError(.accessDenied) {
            _ = try await program.requestAccess(to: .selected(nil), of: .twitter, for: .write)
        }
        await expectError(.noSuchAccount) {
            _ = try await program.requestAccess(to: .selected(.name("bob")), of: .twitter, for: .write)
        }
        fixture.prompter.answer(.no, .always)
        #expect(try await !program.requestAccess(to: .selected(nil), of: .twitter, for: .write))
        #expect(try await program.requestAccess(to: .service(.twitter), of: .twitter, for: .read))
        #expect(try await program.sign(read, as: alice.id).method == "GET")
        #expect(fixture.prompter.questions.last?.subject == .service(.twitter, .read))
    }
}
