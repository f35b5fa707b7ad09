import AccountModel
import AccountStore
import AccountStoreTesting
import SecretBytes
import Synchronization
import Testing

/// What happens while the person thinks, or while a change is being made.
@Suite struct MeanwhileTests {
    @Test(arguments: [AccessAnswer.once, .always])
    func anAccountThatWentDuringTheQuestionIsNotUsedAndGetsNoGrant(_ answer: AccessAnswer) async throws {
        let fixture = StoreFixture()
        let alice = try await fixture.addAccount("alice", id: "1")
        let prompter = InterruptedPrompter(answer: answer) {
            _ = try? await fixture.terminal.remove(.id(alice.id), revoke: false, confirmed: true)
            _ = try? await fixture.addAccount("bob", id: "2")
        }
        let store = Store(
            keychain: fixture.keychain, transport: fixture.transport, callbacks: fixture.callbacks, prompter: prompter,
            clock: fixture.clock, services: fixture.services, renewals: fixture.renewals
        ) { () throws(BrokerError) in StoreSettings() }
        let program = store.broker(
            for: Caller(
                program: nightly, instance: .init(rawValue: "1"), isRunning: { true },
                place: { .display(.init(variables: [:])) }))
        await expectError(.noSuchAccount) { _ = try await program.sign(post, as: alice.id) }
        #expect(fixture.records(.grant).isEmpty)
    }

    @Test func aChangeThatWasBegunIsFinishedThoughNobodyWaitsForIt() async throws {
        let fixture = StoreFixture()
        _ = try await fixture.addAccount("alice", id: "1")
        let keychain = CancellingKeychain(fixture.keychain)
        let store = Store(
            keychain: keychain, transport: fixture.transport, callbacks: fixture.callbacks,
            prompter: fixture.prompter, clock: fixture.clock, services: fixture.services, renewals: fixture.renewals
        ) { () throws(BrokerError) in StoreSettings() }
        let terminal = store.broker(
            for: Caller(program: .terminal, instance: .init(rawValue: "1"), isRunning: { true }))
        let changes = AccountChanges(description: "mine", isDefault: true)
        await keychain.cancellingOnUpdate {
            Task { _ = try await terminal.update(.number(1), with: changes) }
        }
        let kept = try await fixture.terminal.accounts(of: nil)
        #expect(kept.map(\.description) == ["mine"] && kept.map(\.isDefault) == [true])
    }
}

/// Lets something happen before it answers.
private struct InterruptedPrompter: Prompter {
    let answer: AccessAnswer
    let meanwhile: @Sendable () async -> Void

    func ask(
        _ question: AccessQuestion, of caller: Caller, at place: AskingPlace
    ) async throws(PrompterError) -> AccessAnswer {
        await meanwhile()
        return answer
    }
}

/// Cancels the task that changes a record, and does nothing more for a task that was cancelled, as a keyring that is
/// reached over a bus.
private final class CancellingKeychain: StandInKeychain {
    let keychain: MemoryKeychain
    private let changing = Mutex<Task<Void, any Error>?>(nil)

    init(_ keychain: MemoryKeychain) {
        self.keychain = keychain
    }

    /// Runs a change to its end; it is cancelled when it first changes a record.
    func cancellingOnUpdate(_ begin: () -> Task<Void, any Error>) async {
        let task = changing.withLock { changing in
            let task = begin()
            changing = task
            return task
        }
        _ = await task.result
    }

    func update(
        _ reference: StoredRecord.Reference, to record: Record, secret: SharedSecret?
    ) async throws(KeychainError) {
        changing.withLock { $0?.cancel() }
        guard !Task.isCancelled else { throw KeychainError(.unreachable, "the call was cancelled") }
        try await keychain.update(reference, to: record, secret: secret)
    }
}
