import AccountModel
import AccountStore
import AccountStoreTesting
import Synchronization
import Testing

@Suite("What a refused program is told")
struct DenialTests {
    private let fixture = StoreFixture()

    @Test("after a no that is remembered: the command that allows it after all, at once and later")
    func remembered() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.no)
        for _ in 1...2 {
            let error = await expectError(.accessDenied) {
                _ = try await fixture.broker(nightly).sign(post, as: alice.id)
            }
            #expect(error.message == "/home/alice/bin/nightly was denied access to @alice (1, twitter)")
            #expect(error.nextStep == "acctstore grant /home/alice/bin/nightly 1")
        }
    }

    @Test("after a no to one use: that it is asked about each time, where no grant helps")
    func thisUse() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        _ = try await fixture.terminal.update(.number(1), with: AccountChanges(ask: .always))
        fixture.prompter.answer(.no, .no)
        let error = await expectError(.accessDenied) { _ = try await fixture.broker(nightly).sign(post, as: alice.id) }
        #expect(error.nextStep == "run it again and allow it, or be asked only once\nacctstore set 1 --ask once")
        let typed = await expectError(.accessDenied) {
            _ = try await fixture.terminal.credential(of: alice.id, for: "./bot")
        }
        #expect(typed.message == "./bot was denied access to the token of @alice (1, twitter)")
        #expect(typed.nextStep == "run it again, and allow it")
    }

    @Test("after a no that holds for an hour: for what, and for how long still")
    func held() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.no, .no, .no)
        for (program, holder) in [(ProgramIdentity.unknown, "its session"), (.sandbox, "its sandbox")] {
            for minutes in [60, 13] {
                let error = await expectError(.accessDenied) {
                    _ = try await fixture.broker(program, session: "7").sign(post, as: alice.id)
                }
                #expect(
                    error.message.hasSuffix(
                        "was denied access to @alice (1, twitter); the no holds for \(holder), for \(minutes) minutes "
                            + "more"))
                fixture.clock.advance(by: 2831)
            }
        }
        for minutes in ["60 minutes", "1 minute"] {
            let error = await expectError(.accessDenied) { _ = try await fixture.broker(nightly).grants() }
            #expect(error.message.hasSuffix("; the no holds for all such commands of the program, for \(minutes) more"))
            fixture.clock.advance(by: 3541)
        }
    }

    @Test("after a question that was put off or mistyped: the reason, and nothing is held")
    func putOff() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let reason = "`yes` is not offered here: answer once or no"
        for program in [ProgramIdentity.unknown, .sandbox] {
            for _ in 1...2 {
                fixture.prompter.fail(PrompterError(reason, wasShown: true))
                let error = await expectError(.accessDenied) {
                    _ = try await fixture.broker(program).sign(post, as: alice.id)
                }
                #expect(error.message.hasSuffix("got no access to @alice (1, twitter) this time: \(reason)"))
                #expect(error.nextStep == "run it again and give one of the answers")
            }
        }
        for _ in 1...2 {
            fixture.prompter.fail(PrompterError(reason, wasShown: true))
            let error = await expectError(.accessDenied) { _ = try await fixture.broker(nightly).grants() }
            #expect(error.message.hasSuffix("was not allowed to see which programs have access this time: \(reason)"))
        }
        #expect(fixture.prompter.questions.count == 6)
    }

    @Test("a program that says for which command it wants a token is the one that gets it, in the question too")
    func claim() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.no, .once)
        let error = await expectError(.accessDenied) {
            _ = try await fixture.broker(nightly).credential(of: alice.id, for: "git")
        }
        #expect(error.message.hasPrefix("/home/alice/bin/nightly was denied"))
        _ = try await fixture.terminal.credential(of: alice.id, for: "git")
        #expect(fixture.prompter.questions.map(\.recipient) == [nil, "git"])
    }

    @Test("where the person is asked is looked for once for each question")
    func onePlace() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let looks = Mutex(0)
        let caller = Caller(
            program: nightly, instance: .init(rawValue: "1"), isRunning: { true },
            place: {
                looks.withLock { $0 += 1 }
                return .display(.init(variables: [:]))
            })
        fixture.prompter.answer(.unanswered)
        _ = try? await fixture.store.broker(for: caller).sign(post, as: alice.id)
        #expect(looks.withLock { $0 } == 1)
    }
}
