import AccountModel
import AccountStore
import AccountStoreTesting
import Glibc
import Synchronization
import TestRig
import Testing

@testable import VaultKeychain

/// When a vault is open, who is asked, and what its passphrase opens.
@Suite struct VaultOpeningTests {
    private typealias Contract = KeychainContract

    @Test func onePassphraseServesUntilSomebodySaysForget() async throws {
        try await withVault { vault in
            let closed = try vault.another()
            for _ in 0..<3 { #expect(try await closed.records(.account).isEmpty) }
            #expect(vault.person.asked.count == 1)
            closed.forget()
            #expect(try await closed.isLocked())
            _ = try await closed.records(.account)
            #expect(vault.person.asked.count == 2)
        }
    }

    @Test func twentyRequestsAreOneQuestion() async throws {
        try await withVault { vault in
            let closed = try vault.another()
            try await withThrowingTaskGroup { group in
                for _ in 0..<20 { group.addTask { _ = try await closed.records(.account) } }
                try await group.waitForAll()
            }
            #expect(vault.person.asked.count == 1)
        }
    }

    @Test func threeWrongPassphrasesAreEnough() async throws {
        try await withVault { vault in
            let closed = try vault.another()
            vault.person.answer(with: .success("x"), .success("y"), .success("z"))
            #expect(await Contract.code { _ = try await closed.records(.account) } == .locked)
            #expect(
                vault.person.asked.map(\.complaint) == [
                    nil, "That was another passphrase.", "That was another passphrase.",
                ])
            vault.person.answer(with: .success("x"))
            #expect(try await closed.records(.account).isEmpty)
        }
    }

    @Test func aDismissedQuestionIsCancelledAndOneThatCannotBeAskedIsLocked() async throws {
        try await withVault { vault in
            let closed = try vault.another()
            vault.person.answer(with: .failure(.dismissed), .failure(.notAsked("it has no terminal")))
            #expect(await Contract.code { try await closed.unlock() } == .cancelled)
            let error = await #expect(throws: KeychainError.self) { try await closed.unlock() }
            #expect(error?.code == .locked && error?.message.contains("it has no terminal") == true)
            #expect(error?.nextStep == "acctstore unlock")
        }
    }

    @Test func itClosesBeforeTheMachineSleepsAndWithTheAgent() async throws {
        try await withVault { vault in
            let doubles = StoreFixture()
            let store = Store(
                keychain: vault.keychain, transport: doubles.transport, callbacks: doubles.callbacks,
                prompter: doubles.prompter, clock: doubles.clock, services: doubles.services,
                renewals: doubles.renewals
            ) { StoreSettings() }
            #expect(vault.keychain.isOpen)
            store.setKeepsSecrets(false)
            #expect(!vault.keychain.isOpen)
        }
    }

    @Test func itClosesWhenItIsNotUsed() async throws {
        try await withVault { vault in
            let told = Counter()
            let brief = try vault.another(forgetAfter: .milliseconds(200))
            await brief.watch { _ in told.add() }
            try await brief.unlock()
            #expect(brief.isOpen)
            let before = told.count
            try await eventually("the vault closes by itself") { !brief.isOpen }
            #expect(await brief.mark() == nil)
            try await eventually("its closing is told") { told.count > before }
        }
    }

    @Test func whoeverHoldsItKeepsItOpenAndCanBeToldToCloseIt() async throws {
        try await withVault { vault in
            let brief = try vault.another(forgetAfter: .milliseconds(50))
            var hold: KeychainHold? = brief.hold()
            try await brief.unlock()
            try await Task.sleep(for: .milliseconds(500))
            #expect(brief.isOpen)
            brief.forget()
            #expect(!brief.isOpen)
            try await brief.unlock()
            hold = nil
            try await eventually("it closes once nobody holds it") { !brief.isOpen }
            withExtendedLifetime(hold) {}
        }
    }

    @Test func aChangeThatWasBegunIsFinishedBeforeItCloses() async throws {
        try await withVault { vault in
            try await vault.keychain.exclusively {
                vault.keychain.forget()
                _ = try await vault.keychain.create(Contract.account("alice"), secret: VaultFixture.secret("x"))
            }
            #expect(vault.person.asked.isEmpty)
            #expect(try await vault.keychain.isLocked())
            #expect(try await vault.keychain.records(.account).count == 1)
        }
    }

    @Test func nobodyIsAskedUnderTheLockOfAllChanges() async throws {
        try await withVault { vault in
            let (answered, answer) = AsyncStream<Void>.makeStream()
            let person = ScriptedPassphrases { for await _ in answered {} }
            let slow = try VaultKeychain(environment: vault.environment, asking: person, cost: VaultFixture.cheap)
            async let late: Void = slow.exclusively {
                _ = try await slow.create(Contract.account("late"), secret: VaultFixture.secret("x"))
            }
            try await eventually("the question") { !person.asked.isEmpty }
            try await vault.keychain.exclusively {
                _ = try await vault.keychain.create(Contract.account("early"), secret: VaultFixture.secret("x"))
            }
            answer.finish()
            try await late
            #expect(try await slow.records(.account).count == 2)
        }
    }

    /// Also one that is closed at once when nobody uses it.
    @Test func whatClosesWhileTheLockIsWaitedForIsOpenedAgain() async throws {
        try await withVault { vault in
            let brief = try vault.another(forgetAfter: .zero)
            try await brief.exclusively {
                for name in ["a", "b"] {
                    _ = try await brief.create(Contract.account(name), secret: VaultFixture.secret("x"))
                }
            }
            #expect(vault.person.asked.count == 1)

            let closed = try vault.another()
            let waiting = Mutex<Task<Void, any Error>?>(nil)
            try await vault.keychain.exclusively {
                let task = Task {
                    try await closed.exclusively {
                        _ = try await closed.create(Contract.account("c"), secret: VaultFixture.secret("x"))
                    }
                }
                waiting.withLock { $0 = task }
                try await eventually("it is open, and waits for the lock") { closed.isOpen }
                closed.forget()
            }
            try await waiting.withLock { $0 }?.value
            #expect(vault.person.asked.count == 3)
            #expect(try await vault.keychain.records(.account).count == 3)
        }
    }

    @Test func theCredentialOfAUnitOpensIt() async throws {
        try await withVault { vault in
            try vault.folder.write("\(VaultFixture.passphrase)\n", to: "credentials/acctstore-passphrase")
            let more = ["CREDENTIALS_DIRECTORY": vault.folder.path("credentials")]
            #expect(try await vault.another(more: more).records(.account).isEmpty)
            try vault.folder.write("another\n", to: "credentials/acctstore-passphrase")
            let error = await #expect(throws: KeychainError.self) { try await vault.another(more: more).unlock() }
            #expect(error?.code == .locked && error?.message.contains("credentials/acctstore-passphrase") == true)
            #expect(vault.person.asked.isEmpty)
        }
    }

    @Test func aPipeInThePlaceOfACredentialIsNotWaitedFor() async throws {
        try await withVault { vault in
            try vault.folder.write("", to: "credentials/other")
            // SAFETY: the path is a C string for the length of the call.
            let made = unsafe mkfifo(vault.folder.path("credentials/acctstore-passphrase"), 0o600)
            #expect(made == 0)
            let more = ["CREDENTIALS_DIRECTORY": vault.folder.path("credentials")]
            let error = await #expect(throws: KeychainError.self) { try await vault.another(more: more).unlock() }
            #expect(error?.code == .file && error?.message.contains("credentials/acctstore-passphrase") == true)
        }
    }

    @Test func everyWritingHasItsOwnSeedAndNonceAndTheFileTellsNothing() async throws {
        try await withVault { vault in
            var writings: Set<[UInt8]> = []
            for number in 0..<5 {
                _ = try await vault.keychain.create(
                    Contract.account("alice\(number)"), secret: VaultFixture.secret("of alice \(number)"))
                let bytes = try vault.bytes
                writings.insert(Array(bytes[SealedHeader.writing]))
                for word in ["alice", "twitter", "org.acctstore", "of alice"] {
                    #expect(bytes.firstRange(of: Array(word.utf8)) == nil)
                }
            }
            #expect(writings.count == 5)
        }
    }

    @Test func recordsOfALaterReleaseAreKept() async throws {
        try await withVault { vault in
            var content = try await vault.keychain.opened().content
            _ = try content.add(Contract.account("alice"), secret: VaultFixture.secret("of alice"))
            let unknown = SealedRecord(
                id: Array(repeating: 7, count: 16), schema: "org.acctstore.Later", label: "later",
                attributes: ["new": "x"], secret: Array(repeating: 1, count: 40))
            content = SealedRecords(keys: content.keys, records: content.records + [unknown])
            try vault.write(content.file(of: .vault))
            #expect(try await vault.keychain.records(Set(RecordSchema.allCases)).count == 1)
            _ = try await vault.keychain.create(Contract.account("bob"), secret: VaultFixture.secret("of bob"))
            let bytes = try vault.bytes
            let header = try SealedHeader(ofFile: bytes, kind: .vault)
            let read = try SealedRecords(bytes, header: header, keys: content.keys)
            #expect(read.records.contains(unknown))
        }
    }
}
