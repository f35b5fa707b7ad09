import AccountModel
import AccountStore
import TestRig
import Testing

@testable import SecretServiceKeychain

/// The real gnome-keyring in the states that people meet.
@Suite struct GnomeKeyringTests {
    private typealias Contract = KeychainContract

    @Test func lockedAfterUseTheRecordsAreListedAndTheirSecretsAreLocked() async throws {
        try await withKeyring { _, keyring, keychain in
            let alice = try await keychain.create(Contract.account("alice"), secret: Contract.secret("1"))
            try await keyring.lock()
            #expect(try await keychain.isLocked())
            #expect(try await keychain.records(.account).first?.record.attributes["username"] == "alice")
            // No grant is known to be there, and the collection is known not to hide any.
            #expect(try await keychain.records(.grant).isEmpty)
            #expect(await Contract.code { _ = try await keychain.secrets(of: [alice]) } == .locked)
            #expect(
                await Contract.code {
                    _ = try await keychain.create(Contract.account("bob"), secret: Contract.secret("2"))
                } == .locked)
            #expect(await Contract.code { try await keychain.delete(alice) } == .locked)
            #expect(
                await Contract.code { try await keychain.update(alice, to: Contract.account("x"), secret: nil) }
                    == .locked)
            try await keyring.unlock()
            #expect(try await Contract.text(keychain, alice) == "1")
        }
    }

    /// The private bus takes 128 unanswered calls of one connection, as one without a limit in its configuration does.
    @Test func aKeyringOfMoreItemsThanABusTakesCallsIsRead() async throws {
        try await withKeyring { _, _, keychain in
            for number in 1...140 {
                _ = try await keychain.create(Contract.account("user\(number)"), secret: Contract.secret("1"))
            }
            async let first = keychain.records(.account)
            async let second = keychain.records(.account)
            #expect(try await first.count == 140)
            #expect(try await second.count == 140)
        }
    }

    @Test func neverUnlockedIsLockedAndNeverEmpty() async throws {
        try await withKeyring { _, keyring, keychain in
            _ = try await keychain.create(Contract.account("alice"), secret: Contract.secret("1"))
            try await keyring.restart(.locked)
            #expect(await Contract.code { _ = try await keychain.records(.account) } == .locked)
            let glance = await keychain.glance(at: [.account])
            #expect(glance.status.state == .unopened)
            #expect(glance.status.provider == "gnome-keyring-daemon")
            #expect(glance.trouble?.code == .locked)
            try await keyring.unlock()
            #expect(try await keychain.records(.account).count == 1)
        }
    }

    @Test func thePersonsPasswordOpensTheKeyringAndTheReadGoesOn() async throws {
        try await withKeyring { bus, keyring, keychain in
            let alice = try await keychain.create(Contract.account("alice"), secret: Contract.secret("1"))
            let prompter = try await PrompterDouble.start(
                on: bus, answers: [.password("wrong"), .password(GnomeKeyring.password)])
            try await keyring.lock()
            #expect(try await Contract.text(keychain, alice) == "1")
            #expect(prompter.promptCount == 2)
            try await keyring.restart(.locked)
            await prompter.stop()
            let second = try await PrompterDouble.start(on: bus, answers: [.password(GnomeKeyring.password)])
            #expect(try await keychain.records(.account).count == 1)
            await second.stop()
        }
    }

    @Test func aDismissedQuestionIsCancelledAndAnUnansweredOneIsLocked() async throws {
        try await withKeyring { bus, keyring, patient in
            var limits = Limits(environment: [:])
            limits.prompt = .milliseconds(300)
            let hasty = SecretServiceKeychain(environment: bus.environment, limits: limits)
            let prompter = try await PrompterDouble.start(on: bus, answers: [.dismiss, .hang])
            try await keyring.lock()
            #expect(await Contract.code { try await patient.unlock() } == .cancelled)
            #expect(await Contract.code { try await hasty.unlock() } == .locked)
            await prompter.stop()
        }
    }

    @Test func theDaemonsRestartIsSurvivedAndItsEndIsUnreachable() async throws {
        try await withKeyring { _, keyring, keychain in
            let alice = try await keychain.create(Contract.account("alice"), secret: Contract.secret("1"))
            try await keyring.restart(.unlocked)
            #expect(try await Contract.text(keychain, alice) == "1")
            try await keyring.restart(.unlocked)
            try await keychain.update(alice, to: Contract.account("alice"), secret: Contract.secret("2"))
            #expect(try await Contract.text(keychain, alice) == "2")
            await keyring.stop()
            #expect(await Contract.code { _ = try await keychain.secrets(of: [alice]) } == .unreachable)
            #expect(await Contract.code { _ = try await keychain.records(.account) } == .unreachable)
        }
    }

    @Test func aCollectionIsChosenByItsExactLabelAndNoneIsEverMade() async throws {
        try await withKeyring { bus, keyring, inDefault in
            let work = try await keyring.makeCollection(label: "Work")
            let inWork = SecretServiceKeychain(environment: bus.environment) { () throws(KeychainError) in "Work" }
            let reference = try await inWork.create(Contract.account("alice"), secret: Contract.secret("1"))
            #expect(reference.description.hasPrefix(work + "/"))
            #expect(try await inWork.records(.account).map(\.place) == ["Work"])
            #expect(try await inDefault.records(.account).isEmpty)

            let misspelt = SecretServiceKeychain(environment: bus.environment) { () throws(KeychainError) in "login" }
            let error = await #expect(throws: KeychainError.self) {
                try await misspelt.create(Contract.account("bob"), secret: Contract.secret("2"))
            }
            #expect(error?.code == .notConfigured)
            #expect(error?.message.contains("“Login”") == true && error?.message.contains("“Work”") == true)
            #expect(error?.nextStep == "Set collection=Login under [acctstore] in acctstore.conf.")
            let collections = try await bus.call(
                "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.DBus.Properties.Get",
                "org.freedesktop.Secret.Service", "Collections")
            // With gnome-keyring's own "session".
            #expect(collections.split(separator: "'").count { $0.hasPrefix("/") } == 3)
        }
    }

    @Test func withoutADefaultCollectionNoneIsMadeAndTheOthersAreNamed() async throws {
        try await withKeyring(.locked) { _, keyring, keychain in
            let none = await #expect(throws: KeychainError.self) { try await keychain.records(.account) }
            #expect(none?.code == .notConfigured)
            #expect(none?.nextStep?.contains("gnome-keyring-daemon --replace --unlock") == true)
            _ = try await keyring.makeCollection(label: "Work")
            let other = await #expect(throws: KeychainError.self) {
                try await keychain.create(Contract.account("alice"), secret: Contract.secret("1"))
            }
            #expect(other?.code == .notConfigured)
            #expect(other?.message.contains("“Work”") == true)
            #expect(other?.nextStep?.contains("collection=Work") == true)
        }
    }

    @Test func foreignItemsAreIgnoredAndSecretToolFindsOurs() async throws {
        try await withKeyring { bus, _, keychain in
            try await secretTool(bus, ["store", "--label=x", "service", "twitter", "username", "alice"])
            try await secretTool(
                bus, ["store", "--label=x", "xdg:schema", "org.example.Other", "service", "twitter"])
            #expect(try await keychain.records(.account).isEmpty)
            _ = try await keychain.create(Contract.account("alice"), secret: Contract.secret("the secret"))
            let found = try await secretTool(bus, ["search", "--all", "xdg:schema", "org.acctstore.Account"])
            #expect(found.contains("secret = the secret") && found.contains("@alice (twitter)"))
        }
    }

    @discardableResult
    private func secretTool(_ bus: PrivateBus, _ arguments: [String]) async throws -> String {
        let program = Program(
            ["/usr/bin/secret-tool"] + arguments, environment: bus.environment, input: .text("foreign"),
            user: bus.folder.user)
        let outcome = try await program.run()
        #expect(outcome.status == 0, "\(outcome.err)")
        return outcome.out + outcome.err
    }
}
