import AccountModel
import CommandLineKit
import Testing

@Suite("renew and login")
struct RenewCommandTests {
    private func script(_ renewal: Renewal? = nil) -> RecordingBroker.Script {
        var script = RecordingBroker.Script(accounts: [Samples.alice, Samples.bob])
        script.renewal = renewal
        return script
    }

    @Test(
        "renew prints how it ended, and ends with its status",
        arguments: [
            (Renewal.Outcome.renewed, 0, "it may do less\n"),
            (.rejected, 81, "error: it may do less\nnext: acctstore login 2\n"),
            (.failed, 75, "error: it may do less\n"),
        ] as [(Renewal.Outcome, Int32, String)])
    func outcomes(_ outcome: Renewal.Outcome, _ status: Int32, _ messages: String) async throws {
        let renewal = Renewal(account: Samples.bob, outcome: outcome, remark: "it may do less")
        let ended = try await TestRun(script: script(renewal)).run("renew", "bob")
        #expect(ended.status == status && ended.output == "\(outcome.rawValue)\n")
        #expect(ended.messages == messages)
        #expect(ended.calls.last == "renew \(Samples.bob.id)")
    }

    @Test("login goes by the account's service and app, and prints nothing but a line for the person")
    func login() async throws {
        var script = script()
        script.logIn = [.visit(LogInVisit(url: LogInTests.url), LogInTests.handle), .done(Samples.bob, warning: nil)]
        let ended = try await TestRun(script: script, typed: ["0123456"], isInteractive: true).run("login", "bob")
        #expect(ended.status == 0 && ended.output.isEmpty, "\(ended.messages)")
        #expect(ended.messages.hasSuffix("logged in to @bob (2, twitter)\n"))
        #expect(ended.calls.contains { $0.hasPrefix("begin twitter \(Samples.bob.app) pin") })
        let without = try await TestRun(script: script).run("login", "bob", "--pin")
        #expect(without.status == 64 && without.messages.contains("next: acctstore login 2 --pin\n"))
        let missing = try await TestRun(script: script).run("login")
        #expect(missing.status == 64)
    }
}
