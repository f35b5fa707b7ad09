import AccountModel
import AccountStore
import Glibc
import SecretBytes
import TestRig
import Testing

@testable import SecretServiceKeychain

/// Two gnome-keyrings over the same files, as a person has who is logged in twice.
@Suite("Two keyrings over one home", .serialized) struct TwoSessionsTests {
    @Test("each sees what the other changed within the same second, and keeps it when it changes something itself")
    func changes() async throws {
        try await withKeyring { first, _, one in
            for name in ["a", "b"] { try await one.add(name) }
            try await withSecond(first) { _, other in
                for round in 1...4 {
                    for (writer, reader, name) in [(one, other, "a"), (other, one, "b")] {
                        try await writer.change(name, to: "\(round)")
                        // What is read now, at the latest, counts for the rest of the second.
                        #expect(try await reader.label(of: name) == "\(round)")
                        #expect(try await reader.secret(of: name) == "\(round)")
                    }
                }
                for keychain in [one, other] {
                    #expect(try await [keychain.label(of: "a"), keychain.label(of: "b")] == ["4", "4"])
                }
            }
        }
    }

    @Test("what the other one made since the start is told as out of reach, and what it deleted is gone")
    func hidden() async throws {
        try await withKeyring { first, keyring, one in
            try await one.add("a")
            try await withSecond(first) { second, other in
                try await other.add("b")
                let error = await #expect(throws: KeychainError.self) { try await one.records(.app) }
                #expect(error?.code == .unreachable && error?.nextStep?.contains("--replace") == true)
                #expect(await one.glance(at: [.app]).status.state == .unreachable)
                try await keyring.restart(.unlocked)
                #expect(try await one.records(.app).count == 2)
                try await one.exclusively {
                    for record in try await one.records(.app) { try await one.delete(record.reference) }
                }
                #expect(try await other.records(.app).isEmpty)
            }
        }
    }

    /// A second keyring, over the files of the first.
    private func withSecond(
        _ first: PrivateBus, _ body: (GnomeKeyring, SecretServiceKeychain) async throws -> Void
    ) async throws {
        let bus = try await PrivateBus.start(in: first.folder, session: "run2")
        let keyring = try await GnomeKeyring.start(on: bus)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(keyring, SecretServiceKeychain(environment: bus.environment)))
        } catch {
            result = .failure(error)
        }
        await keyring.stop()
        await bus.stop()
        try result.get()
    }

    @Test("the lock's file says on which bus the last change was made, and of a vault nothing")
    func place() async throws {
        try await withKeyring { bus, _, keychain in
            let lock = try StateLock(environment: bus.environment)
            #expect(lock.lastChange()?.mark == [] && lock.lastChange()?.place == nil)
            try await keychain.add("a")
            let change = try #require(lock.lastChange())
            #expect(change.mark.count == 16 && change.place?.utf8.count == 32)
            #expect(change.mark == lock.mark())
            try await lock.acquire().leaveMark()
            #expect(lock.lastChange()?.place == nil && lock.mark()?.count == 16 && lock.mark() != change.mark)
        }
    }

    @Test("a file's time is set to a later second, once, and what is in it stays")
    func times() async throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let file = try folder.write("content", to: "keyrings/login.keyring")
        let untouched = try folder.write("", to: "keyrings/user.keystore")
        let before = (try seconds(of: file), try seconds(of: untouched))
        let keyrings = try #require(KeyringFolder(environment: ["XDG_DATA_HOME": folder.path]))
        try await keyrings.renewTimes()
        #expect(try seconds(of: file) > before.0 && seconds(of: untouched) == before.1)
        #expect(folder.read("keyrings/login.keyring") == "content")
        // Where the clock was set back, a file is of a time that is yet to come.
        let future = [timespec(tv_sec: 4_000_000_000, tv_nsec: 0), timespec(tv_sec: 4_000_000_000, tv_nsec: 0)]
        #expect(unsafe utimensat(AT_FDCWD, file, future, 0) == 0)
        try await keyrings.renewTimes()
        #expect(try seconds(of: file) == 4_000_000_001)
        try await KeyringFolder(environment: ["XDG_DATA_HOME": folder.path("none")])?.renewTimes()
    }

    private func seconds(of path: String) throws -> Int {
        var status = stat()
        try #require(unsafe stat(path, &status) == 0)
        return status.st_mtim.tv_sec
    }
}

extension SecretServiceKeychain {
    /// Adds an app under the lock, as every change is made: read first.
    fileprivate func add(_ name: String) async throws {
        try await exclusively {
            _ = try await records(.app)
            _ = try await create(Self.record(name), secret: SharedSecret(SecretBytes(copying: name.utf8)))
        }
    }

    /// Changes the label and the secret of an app.
    fileprivate func change(_ name: String, to text: String) async throws {
        try await exclusively {
            let stored = try #require(try await find(name))
            var record = stored.record
            record.label = text
            try await update(stored.reference, to: record, secret: SharedSecret(SecretBytes(copying: text.utf8)))
        }
    }

    fileprivate func label(of name: String) async throws -> String? { try await find(name)?.record.label }

    fileprivate func secret(of name: String) async throws -> String? {
        let stored = try #require(try await find(name))
        return try await KeychainContract.text(self, stored.reference)
    }

    private func find(_ name: String) async throws -> StoredRecord? {
        try await records(.app).first { $0.record.attributes["app"] == name }
    }

    private static func record(_ name: String) -> Record {
        Record(schema: .app, attributes: ["service": "twitter", "app": name], label: name)
    }
}
