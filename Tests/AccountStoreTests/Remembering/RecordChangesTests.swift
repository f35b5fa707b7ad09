import AccountModel
import Testing

@testable import AccountStore

@Suite("What differs between two pictures of the records")
struct RecordChangesTests {
    private func account(_ id: String, of service: String = "twitter", named name: String = "alice") -> StoredRecord {
        stored(
            .account, ["service": service, "app": "default", "user-id": id, "id": id, "number": "1", "username": name])
    }

    private func grant(_ program: String, _ decision: String = "allow") -> StoredRecord {
        stored(.grant, ["program": program, "service": "twitter", "account": "*", "decision": decision])
    }

    private func stored(_ schema: RecordSchema, _ attributes: [String: String], at path: String = "/1") -> StoredRecord
    {
        StoredRecord(
            reference: StoredRecord.Reference(path), record: Record(schema: schema, attributes: attributes, label: ""),
            place: "Login")
    }

    private func changes(_ older: [StoredRecord], _ newer: [StoredRecord]) -> Set<StoreChange> {
        RecordChanges(from: older, to: newer).all
    }

    @Test("an account that came, went or changed is told by its service")
    func accounts() throws {
        #expect(changes([], [account("1")]) == [.accounts(.twitter)])
        #expect(changes([account("1")], []) == [.accounts(.twitter)])
        #expect(changes([account("1")], [account("1", named: "bob")]) == [.accounts(.twitter)])
        let local = try #require(Service("local"))
        #expect(changes([account("1")], [account("1"), account("2", of: "local")]) == [.accounts(local)])
    }

    @Test("a keyring that moved everything changed nothing")
    func moved() {
        let attributes = ["service": "twitter", "user-id": "1"]
        #expect(changes([stored(.account, attributes)], [stored(.account, attributes, at: "/7")]).isEmpty)
    }

    @Test("a grant is told with its program, the old one and the new one")
    func grants() {
        #expect(changes([grant("cron")], [grant("cron", "deny")]) == [.access(.cron, .twitter)])
        #expect(changes([grant("cron")], [grant("ssh")]) == [.access(.cron, .twitter), .access(.ssh, .twitter)])
        #expect(changes([grant("no such kind of name")], []).isEmpty)
    }

    @Test("another default is told of the account that was it, and of the one that is")
    func presets() {
        let accounts = [account("1"), account("2", of: "local")]
        let settings = ["1", "2"].map { stored(.settings, ["default": $0, "next-number": "3"]) }
        let both = changes(accounts + [settings[0]], accounts + [settings[1]])
        #expect(both.count == 2)
        let counted = stored(.settings, ["default": "1", "next-number": "4"])
        #expect(changes(accounts + [settings[0]], accounts + [counted]).isEmpty)
    }
}
