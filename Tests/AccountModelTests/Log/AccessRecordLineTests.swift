import FoundationEssentials
import Testing

@testable import AccountModel

@Suite("A line of the access log")
struct AccessRecordLineTests {
    private static let id = AccountID("00000000-0000-4000-8000-000000000001")

    private func record(_ program: ProgramIdentity = .script("/home/alice/bin/nightly")) throws -> AccessRecord {
        AccessRecord(
            time: Date(timeIntervalSince1970: 1_700_000_000.125), program: program,
            provenance: Provenance(["nightly", "bash"]), service: .twitter,
            account: AccessRecord.Subject(id: try #require(Self.id), number: 2, username: "alice"), operation: .perform,
            method: "POST", url: "https://api.example/1.1/statuses/update.json", outcome: .answered(200))
    }

    @Test("has its keys in one order, and times in UTC with milliseconds")
    func form() throws {
        #expect(
            try record().line == #"""
                {"time":"2023-11-14T22:13:20.125Z","program":"script:/home/alice/bin/nightly","chain":["nightly","bash"],\#
                "service":"twitter",\#
                "account":{"id":"00000000-0000-4000-8000-000000000001","number":2,"username":"alice"},"app":null,\#
                "operation":"perform","method":"POST","url":"https://api.example/1.1/statuses/update.json","answer":"200"}
                """#)
    }

    @Test(
        "is read as it was written",
        arguments: [
            AccessRecord.Outcome.given, .answered(503), .failed(.accessDenied),
            .failed(BrokerError.Code(rawValue: "OfALaterRelease")),
        ])
    func roundTrip(outcome: AccessRecord.Outcome) throws {
        var record = try record()
        record.outcome = outcome
        #expect(AccessRecord(line: record.line.utf8) == record)
        record.account?.number = nil
        record.account?.username = nil
        (record.service, record.method, record.url) = (nil, nil, nil)
        (record.operation, record.provenance) = (.reveal, Provenance())
        #expect(AccessRecord(line: record.line.utf8) == record)
        record.account = nil
        record.app = "default"
        #expect(AccessRecord(line: record.line.utf8) == record)
    }

    @Test("holds nothing that a terminal obeys, whatever a program is called")
    func controls() throws {
        let name = "/tmp/\u{1B}[2J\n\t\u{7F}\u{9B}\u{202E}\u{2028}\u{200B}\u{E0041}\"\\äあ😀"
        let record = try record(.executable(name))
        let line = record.line
        #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .format })
        #expect(!line.unicodeScalars.contains("\u{2028}"))
        #expect(line.contains(#"\u001b[2J\u000a\u0009\u007f\u009b\u202e\u2028\u200b\udb40\udc41\"\\äあ😀"#))
        #expect(AccessRecord(line: line.utf8) == record)
    }

    @Test("is short, whatever a program asks for")
    func long() throws {
        var record = try record()
        record.url = "https://api.example/" + String(repeating: "a", count: 1 << 20)
        record.app = String(repeating: "b", count: 1 << 20)
        record.provenance = Provenance(Array(repeating: String(repeating: "c", count: 1000), count: 1000))
        #expect(record.line.utf8.count < 4096)
        #expect(AccessRecord(line: record.line.utf8) != nil)
    }

    @Test("that was torn, or is none, is not read")
    func torn() throws {
        let line = Array(try record().line.utf8)
        for length in 0..<line.count { #expect(AccessRecord(line: line[..<length]) == nil) }
        for text in ["{}", "[]", "null", "{\"time\":1}", "\u{0}"] { #expect(AccessRecord(line: text.utf8) == nil) }
    }

    @Test("tells of a use where something was given, or may have been")
    func uses() throws {
        var record = try record()
        let way = AccessUse.Way(
            program: record.program, service: .twitter, account: record.account?.id, permission: .write)
        #expect(record.use == AccessUse(way: way, time: record.time))
        record.method = "GET"
        #expect(record.use?.way.permission == .read)
        record.operation = .reveal
        #expect(record.use?.way.permission == .reveal)
        record.operation = .perform
        record.outcome = .failed(.outcomeUnknown)
        #expect(record.use != nil)
        record.outcome = .failed(.accessDenied)
        #expect(record.use == nil)
        record.outcome = .given
        record.account = nil
        #expect(record.use == nil)
        record.app = "default"
        #expect(record.use?.way.account == nil)
    }
}
