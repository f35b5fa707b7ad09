import AccountModel
import AccountStore
import AccountStoreTesting
import Synchronization
import Testing

/// Requests that wait while the person has the question of another one.
@Suite struct WaitingTests {
    private let fixture = StoreFixture()

    @Test func aYesForThisTimeIsOfItsProcessAndNotOfOthersThatWait() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.once, .no)
        fixture.prompter.hold()
        async let first = isSigned(alice, by: fixture.broker(nightly, instance: "1"))
        await untilAsked()
        async let second = isSigned(alice, by: fixture.broker(nightly, instance: "2"))
        try await Task.sleep(for: .milliseconds(300))
        fixture.prompter.release()
        #expect(await first)
        #expect(await !second)
        #expect(fixture.prompter.questions.count == 2)
    }

    @Test func theRequestsOfOneProcessSeeOneQuestion() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.once)
        fixture.prompter.hold()
        let broker = fixture.broker(nightly)
        let signed = await withTaskGroup(of: Bool.self) { group in
            for _ in 1...20 { group.addTask { await isSigned(alice, by: broker) } }
            try? await Task.sleep(for: .milliseconds(300))
            fixture.prompter.release()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(signed == Array(repeating: true, count: 20))
        #expect(fixture.prompter.questions.count == 1)
    }

    @Test(.timeLimit(.minutes(2)))
    func aRequestThatIsGivenUpEndsWhileTheQuestionBeforeItStands() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.once, .once)
        fixture.prompter.hold()
        async let first = isSigned(alice, by: fixture.broker(nightly, instance: "1"))
        await untilAsked()
        let waiting = Task { _ = try await fixture.broker(nightly, instance: "2").sign(post, as: alice.id) }
        let command = Task { _ = try await fixture.broker(nightly, instance: "2").grants() }
        try await Task.sleep(for: .milliseconds(200))
        waiting.cancel()
        command.cancel()
        await expectError(.cancelled) { try await waiting.value }
        await expectError(.cancelled) { try await command.value }
        #expect(fixture.prompter.questions.count == 1)
        async let third = isSigned(alice, by: fixture.broker(nightly, instance: "3"))
        fixture.prompter.release()
        #expect(await first)
        #expect(await third)
        #expect(fixture.prompter.questions.count == 2)
    }

    @Test func aQuestionThatWasWithdrawnFromTheForegroundIsPutToTheOthersAnew() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let isInForeground = Atomic(true)
        let terminal = try TextInput.descriptor("")
        let stopped = fixture.store.broker(
            for: Caller(
                program: nightly, instance: .init(rawValue: "1"), isRunning: { true },
                place: { .ownTerminal(.init(descriptor: terminal, type: nil, locale: nil)) },
                isInForeground: { isInForeground.load(ordering: .relaxed) }))
        fixture.prompter.answer(.unanswered, .once)
        fixture.prompter.hold()
        let first = Task { _ = try await stopped.sign(post, as: alice.id) }
        await untilAsked()
        async let second = isSigned(alice, by: fixture.broker(nightly, instance: "2"))
        try await Task.sleep(for: .milliseconds(300))
        isInForeground.store(false, ordering: .relaxed)
        fixture.prompter.release()
        let refusal = await #expect(throws: BrokerError.self) { try await first.value }
        #expect(refusal?.message.hasSuffix("withdrawn when it left the foreground of its terminal") == true)
        #expect(await second)
        #expect(fixture.prompter.questions.count == 2)
    }

    @Test func fiftyConnectionsOfASandboxWithoutANamePutOneQuestion() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.no, .once)
        fixture.prompter.hold()
        await withTaskGroup(of: Void.self) { group in
            for connection in 1...50 {
                let broker = fixture.broker(.sandbox, instance: "\(connection)", session: "7")
                group.addTask { await expectError(.accessDenied) { _ = try await broker.sign(post, as: alice.id) } }
            }
            await untilAsked()
            // All but the one that is asked about and those that may wait were refused by now.
            for _ in 1...41 { await group.next() }
            fixture.prompter.release()
        }
        #expect(fixture.prompter.questions.count == 1)
    }

    private func untilAsked() async {
        while fixture.prompter.questions.isEmpty { try? await Task.sleep(for: .milliseconds(2)) }
    }
}

private func isSigned(_ account: Account, by broker: StoreBroker) async -> Bool {
    (try? await broker.sign(post, as: account.id)) != nil
}
