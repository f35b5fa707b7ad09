import AccountStore
import Synchronization
import TestRig
import Testing

@testable import SecretServiceKeychain

/// Behaviour that no real service can be made to show.
@Suite struct FakeServiceTests {
    private typealias Contract = KeychainContract
    private typealias Behaviour = FakeSecretService.Behaviour

    @Test func aDefaultAliasThatIsNoObjectWorksByThePathItLeadsTo() async throws {
        try await withFake(behaviour { $0.alias = .notExported }) { _, keychain in
            let alice = try await keychain.create(Contract.account("alice"), secret: Contract.secret("1"))
            #expect(alice.description.hasPrefix(FakeSecretService.collection))
            #expect(try await Contract.text(keychain, alice) == "1")
        }
    }

    @Test func noDefaultAliasIsNotConfiguredAndNothingIsMade() async throws {
        try await withFake(behaviour { $0.alias = .none }) { fake, keychain in
            let error = await #expect(throws: KeychainError.self) {
                try await keychain.create(Contract.account("alice"), secret: Contract.secret("1"))
            }
            #expect(error?.code == .notConfigured)
            #expect(error?.message.contains("“Fake”") == true)
            let calls = await fake.settledCalls()
            #expect(!calls.contains("CreateCollection") && !calls.contains("CreateItem"))
        }
    }

    @Test func anItemThatAnotherProgramThanGnomeKeyringHidesIsNotBlamedOnASession() async throws {
        try await withFake(behaviour { $0.findsHidden = true }) { _, keychain in
            let error = await #expect(throws: KeychainError.self) { try await keychain.records(.account) }
            #expect(error?.code == .unreachable)
            #expect(error?.message.contains("“Fake” has an item that it does not show: it finds it") == true)
        }
    }

    @Test func aDismissedPromptIsCancelledAndNothingIsRead() async throws {
        try await withFake(
            behaviour {
                $0.locked = true
                $0.prompt = .dismiss
            }
        ) { fake, keychain in
            #expect(await Contract.code { _ = try await keychain.records(.account) } == .cancelled)
            #expect(await Contract.code { try await keychain.unlock() } == .cancelled)
            #expect(await !fake.settledCalls().contains("GetSecrets"))
        }
    }

    @Test func aCompletedPromptGoesOnAndReads() async throws {
        try await withFake(behaviour { $0.prompt = .complete }) { fake, keychain in
            let alice = try await keychain.create(Contract.account("alice"), secret: Contract.secret("1"))
            try await keychain.lock()
            #expect(try await Contract.text(keychain, alice) == "1")
            #expect(await fake.settledCalls().count { $0 == "Prompt" } == 1)
        }
    }

    @Test func aLockThatIsToldWithoutItsValueIsNews() async throws {
        try await withFake(Behaviour()) { _, keychain in
            let news = Mutex<[KeychainNews]>([])
            await keychain.watch { told in news.withLock { $0.append(told) } }
            await keychain.prepare()
            let before = news.withLock(\.count)
            try await keychain.lock()
            try await eventually("news of the lock") { news.withLock { $0.count > before } }
            #expect(news.withLock { $0.last } == .everything)
        }
    }

    @Test func aLockThatIsCalledDismissedAndDoneAMomentLaterIsDone() async throws {
        try await withFake(
            behaviour {
                $0.prompt = .dismiss
                $0.locksLater = true
            }
        ) { _, keychain in
            try await keychain.lock()
            #expect(try await keychain.isLocked())
        }
    }

    @Test func aPromptThatNeverEndsIsLockedAfterItsTimeAndWithdrawn() async throws {
        try await withFake(
            behaviour {
                $0.locked = true
                $0.prompt = .never
            }
        ) { fake, keychain in
            #expect(await Contract.code { try await keychain.unlock() } == .locked)
            #expect(await fake.settledCalls().contains("Dismiss"))
        }
    }

    @Test func aPromptThatVanishesIsAnErrorAndNotAHang() async throws {
        try await withFake(
            behaviour {
                $0.locked = true
                $0.prompt = .vanish
            }
        ) { _, keychain in
            #expect(await Contract.code { try await keychain.unlock() } == .locked)
        }
    }

    @Test func aKeyringThatDiesWhileItAsksIsUnreachable() async throws {
        try await withBus { bus in
            let fake = try await FakeSecretService.start(
                on: bus,
                behaviour {
                    $0.locked = true
                    $0.prompt = .never
                })
            let keychain = SecretServiceKeychain(environment: bus.environment)
            async let answer = Contract.code { try await keychain.unlock() }
            try await eventually("the question") { fake.calls.contains("Prompt") }
            await fake.stop()
            let code = await answer
            #expect(code == .unreachable)
        }
    }

    @Test(arguments: ["GetSecrets", "OpenSession", "ReadAlias"]) func aCallThatIsNeverAnsweredIsGivenUp(
        method: String
    ) async throws {
        try await withFake(behaviour { $0.hang = [method] }) { _, keychain in
            let item = StoredRecord.Reference(FakeSecretService.collection + "/1")
            #expect(await Contract.code { _ = try await keychain.secrets(of: [item]) } == .unreachable)
        }
    }

    @Test func aLostSessionIsReplacedOnceAndNothingElseIsTriedAgain() async throws {
        let item = StoredRecord.Reference(FakeSecretService.collection + "/1")
        for (error, attempts) in [
            ("org.freedesktop.Secret.Error.NoSession", 2), ("org.qtproject.QtDBus.Error.InvalidObjectPath", 2),
            ("org.example.Error", 1),
        ] {
            try await withFake(behaviour { $0.fail = ["GetSecrets": error] }) { fake, keychain in
                #expect(await Contract.code { _ = try await keychain.secrets(of: [item]) } == .failed)
                #expect(await fake.settledCalls().count { $0 == "GetSecrets" } == attempts)
            }
        }
    }

    @Test func oneRemovalIsOneDeleteCall() async throws {
        try await withFake(Behaviour()) { fake, keychain in
            let alice = try await keychain.create(Contract.account("alice"), secret: Contract.secret("1"))
            _ = try await keychain.create(Contract.account("bob"), secret: Contract.secret("2"))
            try await keychain.delete(alice)
            #expect(try await keychain.records(.account).map(\.record.label) == ["@bob (twitter)"])
            #expect(await fake.settledCalls().count { $0 == "Delete" } == 1)
        }
    }

    @Test func anUpdateWritesTheSecretThenTheAttributesThenTheLabel() async throws {
        try await withFake(Behaviour()) { fake, keychain in
            let alice = try await keychain.create(Contract.account("alice"), secret: Contract.secret("1"))
            try await keychain.update(alice, to: Contract.account("alice"), secret: Contract.secret("2"))
            let writes = await fake.settledCalls().filter { $0.hasPrefix("Set") }
            #expect(writes == ["SetSecret", "SetAttributes", "SetLabel"])
        }
    }

    @Test func manySecretsAreOneCall() async throws {
        try await withFake(Behaviour()) { fake, keychain in
            var references: [StoredRecord.Reference] = []
            for number in 0..<4 {
                references.append(
                    try await keychain.create(Contract.account("u\(number)"), secret: Contract.secret("\(number)")))
            }
            #expect(try await keychain.secrets(of: references).count == 4)
            #expect(await fake.settledCalls().count { $0 == "GetSecrets" } == 1)
        }
    }
}
