import AccountModel
import AccountStore
import TestRig
import Testing

@testable import SecretServiceKeychain

/// What KeePassXC and KWallet do otherwise than gnome-keyring, as seen in them by `make check-providers`.
@Suite struct PeculiarProviderTests {
    private typealias Contract = KeychainContract
    private typealias Behaviour = FakeSecretService.Behaviour

    @Test func aCollectionWithoutALabelIsCalledByItsPath() async throws {
        try await withFake(behaviour { $0.label = "" }) { _, keychain in
            _ = try await keychain.create(Contract.account("alice"), secret: Contract.secret("1"))
            #expect(try await keychain.records(.account).map(\.place) == ["fake"])
            #expect(await keychain.glance(at: [.account]).status.collection == "fake")
        }
    }

    @Test(arguments: ["My passwords", "fake"]) func aLabelThatIsAnotherWhileLockedIsChosenByEither(
        wanted: String
    ) async throws {
        try await withBus { bus in
            let fake = try await FakeSecretService.start(
                on: bus,
                behaviour {
                    $0.label = "My passwords"
                    $0.lockedLabel = "fake"
                })
            let chosen = SecretServiceKeychain(environment: bus.environment) { () throws(KeychainError) in wanted }
            #expect(try await chosen.isLocked() == false)
            await fake.stop()
        }
    }

    @Test func anAttributeThatAProviderKeepsIsNoAttributeAnyMore() async throws {
        try await withFake(behaviour { $0.keepsAttributes = true }) { _, keychain in
            let old = Contract.account("alice", ["description": "old"])
            let alice = try await keychain.create(old, secret: Contract.secret("1"))
            try await keychain.update(alice, to: Contract.account("alice"), secret: nil)
            let found = try #require(try await keychain.records(.account).first)
            #expect(found.record.attributes["description"] == nil)
        }
    }

    /// A record that was read is written again, with what is to change in it: here, and in another keychain.
    @Test func whatAProviderAddsIsNoPartOfARecord() async throws {
        let own = ["Uuid": "70e8fdaab1914", "Path": "/alice", "Notes": "a person's own"]
        try await withFake(
            behaviour {
                $0.adds = own
                $0.keepsAttributes = true
            }
        ) { _, keychain in
            let alice = try await keychain.create(Contract.account("alice"), secret: Contract.secret("1"))
            var record = try #require(try await keychain.records(.account).first).record
            #expect(record == Contract.account("alice"))
            record.attributes["state"] = "needs-login"
            try await keychain.update(alice, to: record, secret: nil)
            #expect(try await keychain.records(.account).map(\.record) == [record])
        }
    }

    @Test func anEmptySecretIsTheSecretOfALockedItem() async throws {
        try await withFake(
            behaviour {
                $0.pretends = true
                $0.prompt = .complete
            }
        ) { fake, keychain in
            let alice = try await keychain.create(Contract.account("alice"), secret: Contract.secret("1"))
            try await keychain.lock()
            #expect(try await Contract.text(keychain, alice) == "1")
            #expect(await fake.settledCalls().contains("Prompt"))
        }
    }

    @Test func anEmptySecretThatStaysIsLocked() async throws {
        try await withFake(
            behaviour {
                $0.pretends = true
                $0.prompt = .vanish
            }
        ) { _, keychain in
            let alice = try await keychain.create(Contract.account("alice"), secret: Contract.secret("1"))
            try await keychain.lock()
            #expect(await Contract.code { _ = try await keychain.secrets(of: [alice]) } == .locked)
        }
    }

    @Test func aRecordThatIsGoneIsAbsentWhereAllAreRefusedForIt() async throws {
        try await withFake(behaviour { $0.refusesUnknown = true }) { _, keychain in
            let alice = try await keychain.create(Contract.account("alice"), secret: Contract.secret("1"))
            let bob = try await keychain.create(Contract.account("bob"), secret: Contract.secret("b"))
            try await keychain.delete(alice)
            #expect(await Contract.code { _ = try await keychain.secrets(of: [bob, alice]) } == .absent)
            #expect(try await Contract.text(keychain, bob) == "b")
        }
    }
}
