import AccountModel
import AcctstoreCLI
import CommandLineKit
import TestRig
import Testing

@Suite("status: who would act, and what is in the way")
struct StatusCommandTests {
    private let agent = RunningAgent(release: "0.1.0", processID: 7)

    private func script(_ change: (inout StoreOverview) -> Void = { _ in }) -> RecordingBroker.Script {
        var script = Samples.two
        script.overview = StoreOverview(
            keychain: KeychainStatus(
                kind: "secret-service", provider: "gnome-keyring-daemon", collection: "Login", state: .open),
            accounts: [Samples.alice, Samples.bob], acting: Samples.alice, reason: .preset,
            apps: [AppName(service: .twitter, name: "default")], defaultService: .twitter)
        change(&script.overview)
        return script
    }

    @Test("all is well")
    func well() async throws {
        let text = try await TestRun(script: script(), agent: agent).run("status")
        #expect(text.status == 0)
        #expect(text.messages.isEmpty)
        try Golden.check(text.output, "status")
        let json = try await TestRun(script: script(), agent: agent).run("status", "--json")
        #expect(json.status == 0)
        try Golden.check(json.output, "status-json")
    }

    @Test("of many accounts or apps their number is told, in lines that stay short")
    func many() async throws {
        let script = script {
            $0.accounts = (1...200).map { number in
                var account = Samples.alice
                account.number = number
                return account
            }
            $0.apps = (1...30).map { AppName(service: .twitter, name: "app\($0)") }
        }
        let text = try await TestRun(script: script, agent: agent).run("status")
        #expect(text.output.contains("accounts  200, see acctstore list\n"), "\(text.output)")
        #expect(text.output.contains("apps      30, see acctstore app list\n"), "\(text.output)")
        #expect(text.output.split(separator: "\n").allSatisfy { $0.count < 100 })
        let json = try await TestRun(script: script, agent: agent).run("status", "--json")
        #expect(json.output.ranges(of: "\"number\":").count == 201, "all of them, and the one that acts")
    }

    @Test("a terminal without UTF-8 gets signs that it has, in results, words and errors alike")
    func ascii() async throws {
        let run = TestRun(script: script(), environment: ["LC_ALL": "C"], agent: agent, isInteractive: true, screen: 80)
        let text = try await run.run("status")
        #expect(text.output.contains("\"Login\"") && text.output.utf8.allSatisfy { $0 < 0x80 }, "\(text.output)")
        let wrong = try await run.run("--color", "always", "stötus")
        #expect(wrong.messages.contains("error:") && wrong.messages.utf8.allSatisfy { $0 < 0x80 }, "\(wrong.messages)")
        let help = try await run.run("add", "--help")
        #expect(help.output.contains("oauth_token=...&") && help.output.split(separator: "\n").count > 20)
    }

    @Test("where the configuration cannot be read, no keychain is named")
    func unknownKeychain() async throws {
        let script = script {
            $0.keychain = KeychainStatus(kind: "", state: .unknown)
            $0.trouble = BrokerError(.notConfigured, "acctstore.conf: Permission denied")
        }
        let text = try await TestRun(script: script, agent: agent).run("status")
        #expect(text.status == 78)
        #expect(text.output.contains("keychain  not known, since the configuration cannot be read\n"), "\(text.output)")
        let json = try await TestRun(script: script, agent: agent).run("status", "--json")
        #expect(json.output.contains(#""kind":null"#), "\(json.output)")
    }

    @Test("why it is that account")
    func reasons() async throws {
        let named = script { $0.reason = .named }
        let option = try await TestRun(script: named, agent: agent).run("status", "-a", "alice")
        #expect(option.output.contains("@alice (1, twitter), named with -a"))
        let variable = try await TestRun(script: named, environment: ["ACCTSTORE_ACCOUNT": "1"], agent: agent).run(
            "status")
        #expect(variable.output.contains("@alice (1, twitter), named by $ACCTSTORE_ACCOUNT"))
        let only = try await TestRun(script: script { $0.reason = .only }, agent: agent).run("status")
        #expect(only.output.contains("@alice (1, twitter), the only one"))
        let nobody = try await TestRun(
            script: script { $0.trouble = BrokerError(.noSuchAccount, "none") }, agent: agent
        )
        .run("status", "-a", "none")
        #expect(nobody.status == 0)
        #expect(nobody.output.contains("nobody: requests are not signed"))
    }

    @Test("the app that a request would go as", arguments: ["default", "work"])
    func app(_ only: String) async throws {
        var script = script { $0.trouble = BrokerError(.noSuchAccount, "none") }
        script.services = [Samples.twitter(apps: [only])]
        let run = TestRun(script: script, agent: agent)
        let app = try await run.run("status", "-a", "app")
        #expect(app.status == 0)
        #expect(app.output.hasPrefix("acts as   the app \(only) alone"), "\(app.output)")
        let json = try await run.run("status", "-a", "app", "--json")
        #expect(json.output.contains(#""app":{"service":"twitter","app":"\#(only)"},"reason":"app""#), "\(json.output)")
        let missing = try await run.run("status", "--app", "mine")
        #expect(missing.status == 78)
        #expect(missing.messages.hasSuffix("next: acctstore app set twitter --app mine --key KEY\n"))
    }

    @Test("no app is needed where the service takes anybody's; of several one has to be named")
    func appOrNone() async throws {
        var script = script()
        script.services = [Samples.twitter(apps: [], need: .none)]
        #expect(try await TestRun(script: script, agent: agent).run("status", "-a", "app").status == 0)
        script.services = [Samples.twitter(apps: [])]
        #expect(try await TestRun(script: script, agent: agent).run("status", "-a", "app").status == 78)
        script.services = [Samples.twitter(apps: ["one", "two"])]
        let unclear = try await TestRun(script: script, agent: agent).run("status", "-a", "app")
        #expect(unclear.status == 78 && unclear.messages.contains("more than one app: one, two"))
    }

    @Test("a keychain that is closed is an app's trouble too; that there is no account is not")
    func appOfClosedKeychain() async throws {
        var script = script {
            ($0.keychain.state, $0.trouble) = (.locked, BrokerError(.locked, "the keyring is locked"))
        }
        script.services = [Samples.twitter(apps: nil)]
        let outcome = try await TestRun(script: script, agent: agent).run("status", "-a", "app")
        #expect(outcome.status == 79 && outcome.output.contains("the app default alone"))
    }

    @Test(
        "trouble has its status, and what is known is printed all the same",
        arguments: [
            (BrokerError(.locked, "the keyring is locked", nextStep: "open it"), KeychainStatus.State.locked, 79),
            (BrokerError(.unavailable, "nobody keeps secrets", nextStep: "start it"), .unreachable, 69),
            (BrokerError(.notConfigured, "no collection", nextStep: "make one"), .absent, 78),
            (BrokerError(.accessDenied, "not for you", nextStep: "ask"), .open, 77),
            (BrokerError(.invalidArgument, "which one?", nextStep: "say"), .open, 64),
        ] as [(BrokerError, KeychainStatus.State, Int32)])
    func trouble(_ error: BrokerError, _ state: KeychainStatus.State, _ status: Int32) async throws {
        let script = script {
            ($0.trouble, $0.acting, $0.reason, $0.keychain.state) = (error, nil, nil, state)
        }
        let text = try await TestRun(script: script, agent: agent).run("status")
        #expect(text.status == status)
        #expect(text.messages == "error: \(error.message)\nnext: \(error.nextStep ?? "")\n")
        #expect(text.output.contains("keychain  secret-service"))
        let json = try await TestRun(script: script, agent: agent).run("status", "--json")
        #expect(json.status == status)
        #expect(json.output.contains(#""error":{"status":\#(status),"name":"\#(error.code.rawValue)""#))
    }

    @Test("without account and app the app comes first")
    func beginning() async throws {
        let script = script {
            ($0.trouble, $0.acting, $0.reason) = (
                BrokerError(.noSuchAccount, "none", nextStep: "acctstore add"), nil, nil
            )
            ($0.accounts, $0.apps) = ([], [])
        }
        let outcome = try await TestRun(script: script, agent: agent).run("status")
        #expect(outcome.status == 67)
        #expect(outcome.messages.hasSuffix("next: acctstore app set twitter --key KEY\nnext: acctstore add\n"))
    }

    @Test("without an agent that can be reached there still is something to print")
    func unreachable() async throws {
        let script = RecordingBroker.Script(error: BrokerError(.unavailable, "no bus"))
        let outcome = try await TestRun(script: script).run("status")
        #expect(outcome.status == 69)
        #expect(outcome.output == "acts as   no account\nagent     not running\n")
        #expect(try await TestRun(script: script).run("status", "--json").output.hasPrefix(#"{"account":null,"#))
    }
}
