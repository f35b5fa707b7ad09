import AccountModel
import CommandLineKit
import TestRig
import Testing

@Suite("token")
struct TokenCommandTests {
    private static let usual =
        "TWITTER_CONSUMER_KEY=consumer_key?,TWITTER_CONSUMER_SECRET=consumer_secret?,"
        + "TWITTER_ACCESS_TOKEN=oauth_token|access_token,TWITTER_ACCESS_TOKEN_SECRET=oauth_token_secret?"

    @Test("the credential is left to a program of its own, in the format that was asked for")
    func handedOver() async throws {
        for (arguments, format) in [([String](), "json"), (["--format", "env"], "env"), (["--format=json"], "json")] {
            let outcome = try await TestRun(script: Samples.two).run(
                (["token", "-a", "2"] + arguments).map { .init($0) })
            #expect(outcome.status == 0)
            #expect(outcome.output.isEmpty && outcome.messages.isEmpty)
            #expect(outcome.calls == ["select 2 for reveal", "credential of \(Samples.bob.id)"])
            #expect(outcome.successor.first == "/usr/bin/true")
            #expect(outcome.successor.dropFirst().first.flatMap { Int32($0) }.map { $0 > 2 } == true)
            #expect(outcome.successor.suffix(2) == [format, Self.usual])
        }
    }

    @Test("what goes to a screen goes there with a warning")
    func onScreen() async throws {
        let outcome = try await TestRun(script: Samples.one, screen: 80).run("token")
        #expect(outcome.status == 0)
        #expect(outcome.messages.hasPrefix("warning: whoever sees this screen"))
        #expect(outcome.messages.contains("@alice (1, twitter)"))
        #expect(!outcome.successor.isEmpty)
    }

    @Test("without access: 77, and nothing is handed over")
    func refused() async throws {
        var script = Samples.one
        script.refusal = BrokerError(.accessDenied, "no access", nextStep: "acctstore grant /home/a/n 1 --reveal")
        let outcome = try await TestRun(script: script).run("token")
        #expect(outcome.status == 77)
        #expect(outcome.calls == ["select - for reveal"])
        #expect(outcome.successor.isEmpty)
    }

    @Test("an app alone has no token")
    func app() async throws {
        let outcome = try await TestRun(script: Samples.one).run("token", "-a", "app")
        #expect(outcome.status == 64)
        #expect(outcome.calls.isEmpty)
    }
}
