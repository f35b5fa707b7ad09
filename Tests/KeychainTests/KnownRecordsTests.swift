import AccountStore
import TestRig
import Testing

@testable import SecretServiceKeychain

/// What is not read anew from a real gnome-keyring, and what is.
@Suite struct KnownRecordsTests {
    private typealias Contract = KeychainContract

    @Test func afterAChangeOfOursTheOtherRecordsAreKnown() async throws {
        try await withAliceAndBob { keychain, _, alice, bob in
            #expect(keychain.knows([alice, bob]) == 2)
            try await keychain.exclusively {
                try await keychain.update(alice, to: Contract.account("alicia"), secret: nil)
                #expect(keychain.knows([alice]) == 0)
                #expect(keychain.knows([bob]) == 1)
            }
            #expect(keychain.knows([bob]) == 1)
            #expect(try await usernames(keychain) == ["alicia", "bob"])
            _ = try await keychain.exclusively {
                try await keychain.create(Contract.account("carol"), secret: Contract.secret("3"))
            }
            #expect(keychain.knows([alice, bob]) == 2)
            #expect(try await usernames(keychain) == ["alicia", "bob", "carol"])
            try await keychain.exclusively { try await keychain.delete(bob) }
            #expect(try await usernames(keychain) == ["alicia", "carol"])
        }
    }

    @Test func whatOthersChangeIsReadAnew() async throws {
        try await withAliceAndBob { keychain, keyring, alice, bob in
            // While a change of ours goes on, too, and before it decides on anything.
            try await keychain.exclusively {
                try await keyring.byAnotherProgram("set", "username=alice", "username=mallory")
                #expect(try await usernames(keychain) == ["bob", "mallory"])
            }
            try await keyring.byAnotherProgram("set", "username=bob", "username=eve")
            #expect(try await usernames(keychain) == ["eve", "mallory"])
            try await keyring.byAnotherProgram("delete", "username=eve")
            #expect(try await usernames(keychain) == ["mallory"])
        }
    }

    /// gnome-keyring mostly reads it again when it is asked for its collections, and tells nobody.
    @Test func whatTheKeyringSaysOfAFileThatWasPutBackIsReadAnew() async throws {
        try await withKeyring { bus, keyring, keychain in
            await keychain.watch { _ in }
            let alice = try await keychain.create(Contract.account("alice"), secret: Contract.secret("1"))
            let file = "home/.local/share/keyrings/login.keyring"
            let older = try bus.folder.bytes(file)
            #expect(try await usernames(keychain) == ["alice"])
            // It goes by the second in which its file was changed.
            try await Task.sleep(for: .seconds(1.1))
            try await keychain.exclusively {
                try await keychain.update(alice, to: Contract.account("alicia"), secret: nil)
            }
            #expect(try await usernames(keychain) == ["alicia"])
            #expect(keychain.knows([alice]) == 1)
            try await Task.sleep(for: .seconds(1.1))
            bus.folder.forget(file)
            try bus.folder.write(older, to: file)
            let shown = try await usernames(keychain)
            #expect(try await usernames(SecretServiceKeychain(environment: bus.environment)) == shown)
        }
    }

    @Test func nothingIsKnownOfALockedKeyringNorOfOneStartedAgain() async throws {
        try await withAliceAndBob { keychain, keyring, alice, bob in
            try await keyring.lock()
            #expect(try await usernames(keychain) == ["alice", "bob"])
            #expect(keychain.knows([alice, bob]) == 0)
            try await keyring.unlock()
            #expect(try await usernames(keychain) == ["alice", "bob"])
            #expect(keychain.knows([alice, bob]) == 2)
            try await keyring.restart(.unlocked)
            _ = try await keychain.isLocked()
            #expect(keychain.knows([alice, bob]) == 0)
            #expect(try await usernames(keychain) == ["alice", "bob"])
        }
    }

    @Test func newsThatCameWhileARecordWasReadIsNotForgotten() {
        let known = KnownRecords()
        let trace = KeychainMark([1])
        let moment = known.begin(trace)
        known.note(tellsAll: true, since: moment)
        known.note(.record(StoredRecord.Reference("/a")))
        known.keep(["/a": record("/a"), "/b": record("/b")], readSince: moment)
        #expect(Set(known.records(at: ["/a", "/b"]).keys) == ["/b"])

        let second = known.begin(trace)
        known.note(.everything)
        known.keep(["/a": record("/a")], readSince: second)
        #expect(known.records(at: ["/a", "/b"]).isEmpty)
    }

    @Test func aTraceThatNoChangeOfOursLeftMakesNothingKnown() {
        let known = KnownRecords()
        let moment = known.begin(KeychainMark([1]))
        known.note(tellsAll: true, since: moment)
        known.keep(["/a": record("/a")], readSince: moment)
        known.beginChange(KeychainMark([1]))
        // A look in the middle of the change, which has left its first traces.
        _ = known.begin(KeychainMark([2]))
        #expect(known.records(at: ["/a"]).count == 1)
        known.endChange(KeychainMark([3]))
        _ = known.begin(KeychainMark([3]))
        #expect(known.records(at: ["/a"]).count == 1)
        _ = known.begin(KeychainMark([4]))
        #expect(known.records(at: ["/a"]).isEmpty)
    }

    @Test func aKeyringThatDoesNotTellAllIsReadAnewEachTime() {
        let known = KnownRecords()
        for tellsAll in [nil, false] {
            let moment = known.begin(KeychainMark([1]))
            if let tellsAll { known.note(tellsAll: tellsAll, since: moment) }
            known.keep(["/a": record("/a")], readSince: moment)
            #expect(known.records(at: ["/a"]).isEmpty)
        }
    }

    private func record(_ path: String) -> StoredRecord {
        StoredRecord(
            reference: StoredRecord.Reference(path), record: Contract.account("alice"), place: "Login")
    }

    private func usernames(_ keychain: SecretServiceKeychain) async throws -> [String] {
        try await keychain.records(.account).compactMap { $0.record.attributes["username"] }.sorted()
    }

    private func withAliceAndBob(
        _ body: (
            SecretServiceKeychain, GnomeKeyring, StoredRecord.Reference, StoredRecord.Reference
        ) async throws -> Void
    ) async throws {
        try await withKeyring { _, keyring, keychain in
            await keychain.watch { _ in }
            let alice = try await keychain.create(Contract.account("alice"), secret: Contract.secret("1"))
            let bob = try await keychain.create(Contract.account("bob"), secret: Contract.secret("2"))
            #expect(try await usernames(keychain) == ["alice", "bob"])
            try await body(keychain, keyring, alice, bob)
        }
    }
}

extension SecretServiceKeychain {
    /// How many of some records would not be asked for.
    fileprivate func knows(_ references: [StoredRecord.Reference]) -> Int {
        link.watch.known.records(at: references.map(\.description)).count
    }
}
