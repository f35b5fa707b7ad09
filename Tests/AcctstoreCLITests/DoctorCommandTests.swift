import AccountModel
import AgentClient
import CommandLineKit
import FoundationEssentials
import TestRig
import Testing

@testable import AcctstoreCLI

@Suite("doctor: what is wrong, and what to type next")
struct DoctorCommandTests {
    private let agent = RunningAgent(release: AgentClient.release, processID: 7)

    private func script(_ change: (inout RecordingBroker.Script) -> Void = { _ in }) -> RecordingBroker.Script {
        var script = Samples.two
        script.overview = StoreOverview(
            keychain: KeychainStatus(kind: "secret-service", provider: "keeper", collection: "Login", state: .open),
            accounts: [Samples.alice, Samples.bob], apps: [AppName(service: .twitter, name: "default")],
            defaultService: .twitter)
        script.findings = [.ok("configuration", "understood")]
        change(&script)
        return script
    }

    @Test("lines, next commands, colours and JSON")
    func rendering() throws {
        let findings: [Finding] = [
            .ok("bus", "it answers"), .note("clock", "not compared", next: "acctstore doctor --online"),
            .problem(
                "configuration", "acctstore.conf:3: no", code: .notConfigured, next: "Mend it.\nvi acctstore.conf"),
            .problem("keychain", "locked", code: .locked, next: nil),
        ]
        let report = DoctorReport(findings: findings)
        #expect(report.code == .notConfigured)
        #expect(report.summary == "2 problems, 1 note, 1 ok")
        #expect(DoctorReport(findings: [.ok("bus", "it answers")]).summary == "no problem, 1 ok")
        #expect(DoctorReport(findings: []).code == nil)
        let lines = findings.flatMap { DoctorReport.lines(for: $0, isColored: false) } + ["", report.summary]
        try Golden.check(lines.joined(separator: "\n") + "\n", "doctor")
        try Golden.check(report.json.text + "\n", "doctor-json")
        #expect(DoctorReport.lines(for: findings[0], isColored: true)[0].hasPrefix("\u{1B}[1;32mok\u{1B}[0m       bus"))
    }

    @Test("the home folder is written ~, also within quotes, and no other folder is")
    func home() {
        let disclosure = Disclosure(home: "/home/al ice/")
        func shown(_ text: String) -> String { disclosure.presentable(.ok("files", text)).found }
        #expect(shown("in /home/al ice/.config, /home/al ice") == "in ~/.config, ~")
        #expect(shown("chmod 600 '/home/al ice/a b'") == "chmod 600 ~/'a b'")
        #expect(shown("chmod 600 $'/home/al ice/a\\012b'") == "chmod 600 ~/$'a\\012b'")
        #expect(shown("/home/al icecream/x /mnt/home/al ice/x") == "/home/al icecream/x /mnt/home/al ice/x")
        #expect(Disclosure(home: "/").presentable(.ok("files", "/etc/x")).found == "/etc/x")
        #expect(Disclosure(home: nil).presentable(.ok("files", "a\u{1B}[2J")).found.contains("\u{1B}") == false)
    }

    @Test("the agent's findings come before the keychain's, and the first problem gives the status")
    func order() async throws {
        let script = script {
            $0.findings = [.problem("configuration", "a.conf:2: no", code: .notConfigured, next: "vi a.conf")]
            $0.overview.keychain.state = .locked
            $0.overview.trouble = BrokerError(.locked, "locked", nextStep: "open it")
        }
        let outcome = try await TestRun(script: script, agent: agent).run("doctor", "--no-start")
        let home = outcome.output.contains("problem  home")
        #expect(outcome.status == 78)
        #expect(home, "the test has no HOME")
        #expect(
            outcome.output.contains("problem  keychain       secret-service (keeper), collection “Login”, locked\n"))
        #expect(outcome.output.contains("         next: open it\n"))
        #expect(outcome.messages.isEmpty)
        #expect(outcome.mayAsk == [false])
    }

    @Test("accounts by number and service alone, unless their names are wanted")
    func names() async throws {
        var remote = Samples.bob
        remote.service = try #require(Service("mastodon/social.example"))
        remote.state = .needsLogin
        let script = script { $0.overview.accounts = [Samples.alice, remote] }
        let run = TestRun(script: script, agent: agent)
        let plain = try await run.run("doctor")
        #expect(plain.output.contains("1 (twitter), 2 (mastodon/…)"), "\(plain.output)")
        #expect(plain.output.contains("problem  accounts       account 2 (mastodon/…) needs a log-in\n"))
        #expect(plain.output.contains("next: acctstore login 2\n"))
        #expect(!plain.output.contains("alice") && !plain.output.contains("social.example"))
        let named = try await run.run("doctor", "--names")
        #expect(named.output.contains("@alice (1, twitter)") && named.output.contains("social.example"))
    }

    @Test("no account in sight: there is none, none is shown to this program, or none is known")
    func missingAccounts() async throws {
        func output(_ change: (inout StoreOverview) -> Void) async throws -> String {
            let script = script {
                $0.overview.accounts = []
                change(&$0.overview)
            }
            return try await TestRun(script: script, agent: agent).run("doctor", "--online", "--tokens").output
        }
        let none = try await output { _ in }
        #expect(none.contains("accounts       none yet\n         next: acctstore add\n"), "\(none)")
        #expect(
            none.contains("clock          there is no account whose") && none.contains("tokens         there is no"))
        let hidden = try await output { $0.apps = nil }
        for check in ["accounts", "clock   ", "tokens  "] {
            let words =
                "\(check)       none that this program may see\n         next: run this in a terminal\n"
                + "         next: acctstore doctor\n"
            #expect(hidden.contains(words), "\(hidden)")
        }
        let locked = try await output { $0.keychain.state = .unopened }
        for check in ["clock ", "tokens"] {
            #expect(locked.contains("\(check)         not known while the keychain is locked\n"), "\(locked)")
        }
        let broken = try await output { $0.keychain.state = .unreachable }
        #expect(broken.contains("tokens         not known, since the keychain cannot be read\n"), "\(broken)")
    }

    @Test("no agent: all that this program sees is printed, and the rest is said to be missing")
    func withoutAgent() async throws {
        let failure = BrokerError(.unavailable, "the agent could not start", nextStep: "install it")
        let environment = ["HOME": "/root", "PATH": "/nowhere"]
        let outcome = try await TestRun(environment: environment, connectionFailure: failure).run("doctor")
        #expect(
            outcome.output.contains("problem  agent          the agent could not start\n         next: install it\n"))
        #expect(outcome.output.contains("note     keychain       not looked at, since no agent tells of it\n"))
        let json = try await TestRun(environment: environment, connectionFailure: failure).run("doctor", "--json")
        #expect(json.output.hasPrefix(#"{"release":"\#(AgentClient.release)","status":\#(json.status),"problems":"#))
        #expect(
            json.output.contains(
                #"{"check":"agent","state":"problem","found":"the agent could not start","next":"install it","status":69}"#
            ))
    }

    @Test("--no-start starts no agent, and replaces none of another release")
    func noStart() async throws {
        for agent in [nil, RunningAgent(release: "0.0.1", processID: 7)] {
            let outcome = try await TestRun(script: script(), agent: agent).run("doctor", "--no-start")
            #expect(outcome.connections == 0)
            #expect(outcome.output.contains("--no-start leaves it so"))
        }
        #expect(try await TestRun(script: script(), agent: agent).run("doctor", "--no-start").connections == 1)
    }

    @Test("nothing is sent to a service unless that is wanted")
    func offline() async throws {
        let run = TestRun(script: script(), environment: ["HOME": "/root"], agent: agent)
        let outcome = try await run.run("doctor")
        #expect(outcome.requests.isEmpty)
        #expect(outcome.output.contains("next: acctstore doctor --online\n"))
        let online = try await run.run("doctor", "--online")
        #expect(online.requests.map(\.method) == ["HEAD"])
        #expect(online.output.contains("twitter does not tell the time"))
        let date = HeaderField("Date", "Tue, 14 Nov 2023 22:23:20 GMT")
        let wrong = try await TestRun(script: script { $0.answerHeaders = [date] }, agent: agent).run(
            "doctor", "--online")
        #expect(
            wrong.output.contains(
                "twitter: 600 seconds ahead of this machine: this machine's clock is about 10 minutes slow"))
    }
}
