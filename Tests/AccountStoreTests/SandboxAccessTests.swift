import AccountModel
import AccountStore
import AccountStoreTesting
import Synchronization
import Testing

@Suite struct SandboxAccessTests {
    private let fixture = StoreFixture()

    @Test(arguments: [ProgramIdentity.flatpak("org.example.App"), .snap("app")])
    func aSandboxWithANameIsAskedOnceAndRemembered(_ program: ProgramIdentity) async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.always)
        _ = try await fixture.broker(program, instance: "1").sign(post, as: alice.id)
        _ = try await fixture.broker(program, instance: "2", mayAsk: false).sign(post, as: alice.id)
        #expect(fixture.prompter.questions.map(\.answers) == [[.always, .once, .no]])
        #expect(try await fixture.terminal.grants().map(\.grant.program) == [program])
        #expect(try await fixture.broker(program, mayAsk: false).accounts(of: nil) == [alice])
        await expectError(.accessDenied) {
            _ = try await fixture.broker(program, mayAsk: false).sign(read, as: alice.id)
        }
    }

    @Test func aDeniedSandboxIsNotAskedAgain() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.no, .always)
        for instance in 1...3 {
            await expectError(.accessDenied) {
                _ = try await fixture.broker(.snap("app"), instance: "\(instance)").sign(post, as: alice.id)
            }
        }
        #expect(fixture.prompter.questions.count == 1)
    }

    @Test func onceHoldsForTheSandboxesInstance() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let app = ProgramIdentity.flatpak("org.example.App")
        fixture.prompter.answer(.once)
        for _ in 1...3 { _ = try await fixture.broker(app, instance: "1").sign(post, as: alice.id) }
        await expectError(.accessDenied) {
            _ = try await fixture.broker(app, instance: "2", mayAsk: false).sign(post, as: alice.id)
        }
    }

    @Test func aSandboxWithoutANameIsAskedAtEachUse() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.always, .once, .once)
        let broker = fixture.broker(.sandbox)
        for _ in 1...3 { _ = try await broker.sign(post, as: alice.id) }
        #expect(fixture.prompter.questions.map(\.answers) == Array(repeating: [.once, .no], count: 3))
        #expect(fixture.records(.grant).isEmpty)
        #expect(try await broker.accounts(of: nil).isEmpty)
        await expectError(.accessDenied) { _ = try await broker.sign(post, as: alice.id) }
    }

    @Test func aSandboxThatAsksForAccessIsNotAskedAgainForTheOneUseThatFollows() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.once, .once)
        let broker = fixture.broker(.sandbox)
        #expect(try await broker.requestAccess(to: .selected(nil), of: .twitter, for: [.read, .write]))
        _ = try await broker.sign(post, as: alice.id)
        #expect(fixture.prompter.questions.count == 1)
        _ = try await broker.sign(post, as: alice.id)
        #expect(fixture.prompter.questions.count == 2)
    }

    @Test func theUseThatFollowsAYesHasToFollowSoon() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.once, .once)
        let broker = fixture.broker(.sandbox)
        for (wait, questions) in [(149.0, 1), (150.0, 2)] {
            #expect(try await broker.requestAccess(to: .selected(nil), of: .twitter, for: .write))
            fixture.clock.advance(by: wait)
            _ = try? await broker.sign(post, as: alice.id)
            #expect(fixture.prompter.questions.count == questions)
        }
        await expectError(.accessDenied) { _ = try await broker.sign(post, as: alice.id) }
    }

    @Test func aNoToASandboxWithoutANameHoldsForAnHourOverItsConnections() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.no, .once, .once)
        for connection in 1...3 {
            await expectError(.accessDenied) {
                _ = try await fixture.broker(.sandbox, instance: "\(connection)", session: "7").sign(post, as: alice.id)
            }
        }
        #expect(fixture.prompter.questions.count == 1)
        _ = try await fixture.broker(.sandbox, instance: "4", session: "8").sign(post, as: alice.id)
        fixture.clock.advance(by: 3600)
        _ = try await fixture.broker(.sandbox, instance: "5", session: "7").sign(post, as: alice.id)
        #expect(fixture.prompter.questions.count == 3)
    }

    @Test func anUnsignedRequestIsNotLentToASandbox() async throws {
        await expectError(.accessDenied) {
            _ = try await fixture.broker(.flatpak("org.example.App")).perform(read, body: nil, as: .nobody)
        }
        #expect(fixture.transport.sent.isEmpty)
    }
}
