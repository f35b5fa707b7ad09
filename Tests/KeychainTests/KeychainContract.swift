import AccountModel
import AccountStore
import SecretBytes
import Testing

/// What every keychain must do, whatever it is made of: each check gets an empty, open one.
enum KeychainContract {
    struct Check: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (any Keychain) async throws -> Void

        init(_ name: String, _ run: @escaping @Sendable (any Keychain) async throws -> Void) {
            testDescription = name
            self.run = run
        }
    }

    static let checks: [Check] = [
        Check("an empty keychain has no records", emptyHasNoRecords),
        Check("what was created is found, with its secret", createdIsFound),
        Check("secrets come back byte for byte", secretsAreExact),
        Check("secrets come in the order asked", secretsInOrder),
        Check("creating the same again makes a second record", createNeverReplaces),
        Check("an update changes one record in place", updateInPlace),
        Check("what was read is written again, changed or not", readIsWritten),
        Check("an update without a secret keeps the secret", updateKeepsSecret),
        Check("an update drops attributes that are no longer given", updateDropsAttributes),
        Check("deleting one leaves the others", deleteIsExact),
        Check("a record that is gone is absent to every call", goneIsAbsent),
        Check("records of another schema are not given", schemasAreApart),
        Check("several schemas are given in one look, which sees what changed since the last", oneLookSeesChanges),
        Check("a lock shows and ends", lockingShows),
        Check("a glance shows what is there and whether it is open, and opens nothing", glanceOpensNothing),
        Check("several records are made in one call", severalAreMade),
        Check("changes exclude one another", changesExclude),
        Check("an error inside a change is passed on and ends it", changeErrorsPass),
    ]

    static func account(_ name: String, _ more: [String: String] = [:]) -> Record {
        Record(
            schema: .account, attributes: ["service": "twitter", "username": name].merging(more) { $1 },
            label: "@\(name) (twitter)")
    }

    static func secret(_ text: String) -> SharedSecret { SharedSecret(SecretBytes(copying: text.utf8)) }

    static func bytes(_ secret: SharedSecret) -> [UInt8] {
        secret.withSpan { span in span.indices.map { span[$0] } }
    }

    static func text(_ keychain: any Keychain, _ reference: StoredRecord.Reference) async throws -> String {
        let secrets = try await keychain.secrets(of: [reference])
        return String(decoding: bytes(try #require(secrets.first)), as: UTF8.self)
    }

    private static func emptyHasNoRecords(_ keychain: any Keychain) async throws {
        for schema in RecordSchema.allCases { #expect(try await keychain.records(schema).isEmpty) }
        #expect(try await keychain.secrets(of: []).isEmpty)
        #expect(try await keychain.isLocked() == false)
    }

    private static func createdIsFound(_ keychain: any Keychain) async throws {
        let record = account("alice", ["description": "é 漢 \"quoted\""])
        let reference = try await keychain.create(record, secret: secret("{\"version\":1}"))
        let found = try await keychain.records(.account)
        #expect(found.map(\.reference) == [reference])
        #expect(found.first?.record == record)
        #expect(found.first?.place.isEmpty == false)
        #expect(try await text(keychain, reference) == "{\"version\":1}")
    }

    private static func glanceOpensNothing(_ keychain: any Keychain) async throws {
        let reference = try await keychain.create(account("alice"), secret: secret("1"))
        let open = await keychain.glance(at: [.account, .grant])
        #expect(open.status.state == .open)
        #expect(open.records.map(\.reference) == [reference])
        #expect(open.trouble == nil)
        try await keychain.lock()
        let locked = await keychain.glance(at: [.account])
        #expect(locked.status.collection == open.status.collection)
        switch locked.status.state {
        case .locked: #expect(locked.records.map(\.reference) == [reference])
        // What cannot be told without opening it is not told.
        case .unopened: #expect(locked.records.isEmpty)
        default: Issue.record("a locked keychain says \(locked.status.state)")
        }
        #expect(locked.trouble?.code == .locked)
        #expect(try await keychain.isLocked())
    }

    private static func secretsAreExact(_ keychain: any Keychain) async throws {
        let values = ["x", "{\"a\":\"\\u000a\\\"\"}", "漢字é", String(repeating: "0123456789abcdef", count: 1000)]
        for (index, value) in values.enumerated() {
            let reference = try await keychain.create(account("u\(index)"), secret: secret(value))
            #expect(try await text(keychain, reference) == value)
        }
    }

    private static func secretsInOrder(_ keychain: any Keychain) async throws {
        var references: [StoredRecord.Reference] = []
        for number in 0..<5 {
            references.append(try await keychain.create(account("u\(number)"), secret: secret("\(number)")))
        }
        let asked = [references[3], references[0], references[4], references[0]]
        #expect(try await keychain.secrets(of: asked).map { bytes($0) } == ["3", "0", "4", "0"].map { Array($0.utf8) })
    }

    private static func createNeverReplaces(_ keychain: any Keychain) async throws {
        let first = try await keychain.create(account("alice"), secret: secret("1"))
        let second = try await keychain.create(account("alice"), secret: secret("2"))
        let wider = try await keychain.create(account("alice", ["more": "x"]), secret: secret("3"))
        #expect(Set([first, second, wider]).count == 3)
        #expect(Set(try await keychain.records(.account).map(\.reference)) == [first, second, wider])
        #expect(try await text(keychain, first) == "1")
    }

    private static func updateInPlace(_ keychain: any Keychain) async throws {
        let alice = try await keychain.create(account("alice"), secret: secret("1"))
        let bob = try await keychain.create(account("bob"), secret: secret("b"))
        var changed = account("alice", ["state": "needs-login"])
        changed.label = "@alice (changed)"
        try await keychain.update(alice, to: changed, secret: secret("2"))
        let found = try await keychain.records(.account)
        #expect(Set(found.map(\.reference)) == [alice, bob])
        let record = try #require(found.first { $0.reference == alice }).record
        #expect(record.label == "@alice (changed)" && record.attributes["state"] == "needs-login")
        #expect(try await text(keychain, alice) == "2")
        #expect(try await text(keychain, bob) == "b")
    }

    private static func readIsWritten(_ keychain: any Keychain) async throws {
        let alice = try await keychain.create(account("alice"), secret: secret("1"))
        var record = try #require(try await keychain.records(.account).first).record
        try await keychain.update(alice, to: record, secret: nil)
        record.attributes["state"] = "needs-login"
        try await keychain.update(alice, to: record, secret: secret("2"))
        #expect(try await keychain.records(.account).map(\.record) == [record])
        #expect(try await text(keychain, alice) == "2")
    }

    private static func updateKeepsSecret(_ keychain: any Keychain) async throws {
        let alice = try await keychain.create(account("alice"), secret: secret("kept"))
        try await keychain.update(alice, to: account("renamed"), secret: nil)
        #expect(try await keychain.records(.account).first?.record.attributes["username"] == "renamed")
        #expect(try await text(keychain, alice) == "kept")
    }

    private static func updateDropsAttributes(_ keychain: any Keychain) async throws {
        let alice = try await keychain.create(account("alice", ["description": "old"]), secret: secret("1"))
        try await keychain.update(alice, to: account("alice"), secret: nil)
        let found = try #require(try await keychain.records(.account).first)
        #expect(found.record.attributes["description"] == nil)
    }

    private static func deleteIsExact(_ keychain: any Keychain) async throws {
        let alice = try await keychain.create(account("alice"), secret: secret("1"))
        let twin = try await keychain.create(account("alice"), secret: secret("2"))
        let bob = try await keychain.create(account("bob"), secret: secret("b"))
        try await keychain.delete(alice)
        #expect(Set(try await keychain.records(.account).map(\.reference)) == [twin, bob])
        #expect(try await text(keychain, bob) == "b")
    }

    private static func goneIsAbsent(_ keychain: any Keychain) async throws {
        let alice = try await keychain.create(account("alice"), secret: secret("1"))
        let bob = try await keychain.create(account("bob"), secret: secret("b"))
        try await keychain.delete(alice)
        #expect(await code { try await keychain.delete(alice) } == .absent)
        #expect(await code { _ = try await keychain.secrets(of: [bob, alice]) } == .absent)
        #expect(await code { try await keychain.update(alice, to: account("alice"), secret: secret("2")) } == .absent)
        #expect(try await keychain.records(.account).map(\.reference) == [bob])
    }

    private static func oneLookSeesChanges(_ keychain: any Keychain) async throws {
        let kinds: Set<RecordSchema> = [.account, .settings]
        #expect(try await keychain.records(kinds).isEmpty)
        let alice = try await keychain.create(account("alice"), secret: secret("a"))
        let app = Record(schema: .app, attributes: ["service": "twitter"], label: "app")
        _ = try await keychain.create(app, secret: secret("b"))
        let settings = try await keychain.create(
            Record(schema: .settings, attributes: ["next-number": "2"], label: "settings"), secret: secret("c"))
        #expect(Set(try await keychain.records(kinds).map(\.reference)) == [alice, settings])
        try await keychain.update(alice, to: account("renamed"), secret: nil)
        try await keychain.delete(settings)
        let bob = try await keychain.create(account("bob"), secret: secret("d"))
        let found = try await keychain.records(kinds)
        #expect(Set(found.map(\.reference)) == [alice, bob])
        #expect(Set(found.compactMap { $0.record.attributes["username"] }) == ["renamed", "bob"])
    }

    private static func schemasAreApart(_ keychain: any Keychain) async throws {
        var references: [RecordSchema: StoredRecord.Reference] = [:]
        for schema in RecordSchema.allCases {
            let record = Record(schema: schema, attributes: ["service": "twitter"], label: schema.rawValue)
            references[schema] = try await keychain.create(record, secret: secret("{\"version\":1}"))
        }
        for schema in RecordSchema.allCases {
            let found = try await keychain.records(schema)
            #expect(found.map(\.reference) == [references[schema]])
            #expect(found.first?.record.schema == schema && found.first?.record.attributes["xdg:schema"] == nil)
        }
    }

    private static func severalAreMade(_ keychain: any Keychain) async throws {
        let names = ["alice", "bob", "carol"]
        try await keychain.create(names.map { NewRecord(account($0), secret: secret("of \($0)")) })
        let found = try await keychain.records(.account)
        #expect(Set(found.compactMap { $0.record.attributes["username"] }) == Set(names))
        for stored in found {
            let name = try #require(stored.record.attributes["username"])
            #expect(try await text(keychain, stored.reference) == "of \(name)")
        }
    }

    private static func lockingShows(_ keychain: any Keychain) async throws {
        _ = try await keychain.create(account("alice"), secret: secret("1"))
        try await keychain.lock()
        #expect(try await keychain.isLocked())
        #expect(try await keychain.records(.account).count == 1)
    }

    private static func changesExclude(_ keychain: any Keychain) async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<6 {
                group.addTask {
                    try await keychain.exclusively {
                        let count = try await keychain.records(.account).count
                        _ = try await keychain.create(account("u", ["number": "\(count + 1)"]), secret: secret("x"))
                    }
                }
            }
            try await group.waitForAll()
        }
        let numbers = try await keychain.records(.account).compactMap { $0.record.attributes["number"] }
        #expect(Set(numbers) == Set((1...6).map(String.init)))
    }

    private static func changeErrorsPass(_ keychain: any Keychain) async throws {
        struct Stop: Error {}
        await #expect(throws: Stop.self) { try await keychain.exclusively { throw Stop() } }
        #expect(try await keychain.exclusively { 7 } == 7)
    }

    /// The code of the error that `body` throws, or nil when it throws none.
    static func code(_ body: () async throws -> Void) async -> KeychainError.Code? {
        do { try await body() } catch { return (error as? KeychainError)?.code }
        return nil
    }
}
