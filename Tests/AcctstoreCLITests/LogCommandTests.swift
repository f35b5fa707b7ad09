import AccountModel
import CommandLineKit
import FoundationEssentials
import TestRig
import Testing

@Suite("log")
struct LogCommandTests {
    private static let uses = [
        AccessRecord(
            time: Date(timeIntervalSince1970: 1_700_000_000.5), program: .script("/home/alice/bin/nightly"),
            provenance: Provenance(["nightly", "cron"]), service: .twitter,
            account: AccessRecord.Subject(Samples.alice), operation: .sign, method: "GET",
            url: "https://api.x.com/2/users/me", outcome: .given),
        AccessRecord(
            time: Date(timeIntervalSince1970: 1_700_000_060), program: .executable("/opt/\u{1B}[2J\u{202E}evil\nname"),
            provenance: Provenance(["\u{1B}]0;title\u{7}"]), service: .twitter,
            account: AccessRecord.Subject(Samples.alice), operation: .perform, method: "POST",
            url: "https://api.x.com/2/tweets", outcome: .answered(403)),
        AccessRecord(
            time: Date(timeIntervalSince1970: 1_600_000_000), program: .unknown, provenance: Provenance(), service: nil,
            account: AccessRecord.Subject(id: Samples.alice.id), operation: .access, outcome: .failed(.locked)),
        AccessRecord(
            time: Date(timeIntervalSince1970: 1_700_000_061), program: .terminal, provenance: Provenance(["bash"]),
            service: .twitter, account: nil, app: "default", operation: .perform, method: "GET",
            url: "https://api.x.com/2/tweets", outcome: .answered(200)),
        AccessRecord(
            time: Date(timeIntervalSince1970: 1_700_000_062), program: .script("/home/alice/bin/nightly"),
            provenance: Provenance(["nightly", "cron"]), service: .twitter,
            account: AccessRecord.Subject(Samples.alice), operation: .renew,
            url: "https://api.x.com/2/oauth2/token", outcome: .given),
    ]

    @Test("uses are told for people, with nothing that a terminal obeys, and as JSON in the form of the file")
    func list() async throws {
        let run = TestRun(script: .init(log: AccessLogExcerpt(records: Self.uses)))
        let text = try await run.run("log")
        try Golden.check(text.output, "log")
        #expect(text.calls == ["log of '' - 20"] && text.messages.isEmpty)
        try Golden.check(try await run.run("log", "-v").output, "log-verbose")
        let json = try await run.run("log", "--json").output
        try Golden.check(json, "log-json")
        #expect(
            try JSONDecoder().decode([Line].self, from: Data(json.utf8)).map(\.answer) == [
                "given", "403", "Locked", "200", "given",
            ])
        for output in [text.output, json] {
            #expect(!output.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
        }
    }

    private struct Line: Decodable {
        let answer: String
    }

    @Test("a program is what grant takes, or what has no grant; an account is not asked of the keychain")
    func filters() async throws {
        let run = TestRun()
        let calls = [
            (["--program", "cron", "-n", "3"], "log of 'cron' - 3"),
            (["--program", "terminal"], "log of 'terminal' - 20"),
            (["--program", "/gone/tool"], "log of 'script:/gone/tool exe:/gone/tool' - 20"),
            (["--program", "exe:/gone/tool"], "log of 'exe:/gone/tool' - 20"),
            (["-a", "twitter:alice"], "log of '' twitter:alice 20"), (["-a", "@ALICE"], "log of '' @ALICE 20"),
        ]
        for (arguments, call) in calls {
            let outcome = try await run.run((["log"] + arguments).map { RawArgument($0) })
            #expect(outcome.calls == [call] && outcome.status == 0)
        }
        // The variable says as whom to act, which is not what is asked here.
        let variable = try await TestRun(environment: ["ACCTSTORE_ACCOUNT": "bob"]).run("log")
        #expect(variable.calls == ["log of '' - 20"])
        for wrong in [["-n", "0"], ["--program", ""], ["-a", ""], ["more"]] {
            #expect(try await run.run((["log"] + wrong).map { RawArgument($0) }).status == 64)
        }
        #expect(try await run.run("log", "--program", "no-such-word").status == 74)
    }

    @Test("nothing logged is no error, and lines that cannot be read are told of")
    func trouble() async throws {
        let empty = try await TestRun().run("log")
        #expect(empty.status == 0 && empty.output.isEmpty && empty.messages == "no use is logged\n")
        #expect(try await TestRun().run("log", "--json").output == "[]\n")
        let torn = try await TestRun(script: .init(log: AccessLogExcerpt(records: Self.uses, unreadable: 1))).run("log")
        #expect(torn.status == 0 && torn.messages == "warning: 1 line of the access log could not be read\n")
    }
}
