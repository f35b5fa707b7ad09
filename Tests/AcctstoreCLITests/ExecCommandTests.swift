import AccountModel
import CommandLineKit
import TestRig
import Testing

@testable import AcctstoreCLI

@Suite("exec")
struct ExecCommandTests {
    private static func run(_ arguments: RawArgument..., environment: [String: String] = ["PATH": "/usr/bin:/bin"])
        async throws -> TestRun.Outcome
    {
        try await TestRun(script: Samples.two, environment: environment).run(["exec", "-a", "2"] + arguments)
    }

    @Test("the command keeps its words, options and all, and gets the usual variables")
    func usual() async throws {
        let outcome = try await Self.run("--", "env", "-i", "--", "a b", "")
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty && outcome.messages.isEmpty)
        #expect(outcome.calls == ["select 2 for reveal", "credential of \(Samples.bob.id) for env"])
        #expect(
            outcome.successor.dropFirst(2) == [
                "run",
                "TWITTER_CONSUMER_KEY=consumer_key?,TWITTER_CONSUMER_SECRET=consumer_secret?,"
                    + "TWITTER_ACCESS_TOKEN=oauth_token|access_token,TWITTER_ACCESS_TOKEN_SECRET=oauth_token_secret?",
                "env", "-i", "--", "a b", "",
            ])
    }

    @Test("--env gives names of one's own, and those alone; it may be given more than once")
    func mapping() async throws {
        let outcome = try await Self.run(
            "--env", "T=token,S=token_secret,U=username", "--env=I=user_id,V=service,K=consumer_key", "--", "env")
        let mapping =
            "T=oauth_token|access_token,S=oauth_token_secret,U=screen_name,I=user_id,V=service,K=consumer_key"
        #expect(outcome.successor.dropFirst(2) == ["run", mapping, "env"])
    }

    @Test(
        "a mapping that is none is refused before anything is asked",
        arguments: ["", "T", "T=", "=token", "T=tokens", "1T=token", "T T=token", "T=token,", "T-A=token", "Ä=token"])
    func badMapping(text: String) async throws {
        let outcome = try await Self.run("--env", .init(text), "--", "env")
        #expect(outcome.status == 64)
        #expect(outcome.connections == 0)
    }

    @Test(
        "a command that cannot be run is an error before anybody is asked for a token",
        arguments: [
            ("acctstore-no-such-command", 127, "there is no such command on PATH"), ("", 127, "no such command"),
            ("/nowhere/at/all", 127, "No such file"), ("/usr", 126, "is no program"),
            ("/etc/passwd", 126, "is no program"),
        ] as [(String, Int32, String)])
    func missing(command: String, status: Int32, words: String) async throws {
        let outcome = try await Self.run("--", .init(command))
        #expect(outcome.status == status)
        #expect(outcome.messages.hasPrefix("error: ") && outcome.messages.contains(words), "\(outcome.messages)")
        #expect(outcome.connections == 0)
    }

    @Test("a name that is to hold two things is refused, in one --env or in two")
    func nameTwice() async throws {
        for words in [["--env", "A=token,A=token_secret"], ["--env", "A=token", "--env=A=username"]] {
            let outcome = try await TestRun(script: Samples.one).run(
                (["exec"] + words + ["--", "env"]).map { .init($0) })
            #expect(outcome.status == 64)
            #expect(outcome.messages.contains("the variable A is given twice"), "\(outcome.messages)")
            #expect(outcome.connections == 0)
        }
    }

    @Test("without a command, or without -- before it: how it is used")
    func usage() async throws {
        for arguments in [[], ["--"], ["env"]] {
            let outcome = try await TestRun(script: Samples.one).run((["exec"] + arguments).map { .init($0) })
            #expect(outcome.status == 64)
            #expect(outcome.connections == 0)
        }
    }

    @Test("what is not known of an account yet cannot be handed on, and nobody is asked for it")
    func unknownName() async throws {
        var script = Samples.one
        script.accounts[0].username = nil
        let run = TestRun(script: script, environment: ["PATH": "/usr/bin:/bin"])
        let outcome = try await run.run("exec", "--env", "U=username", "--", "env")
        #expect(outcome.status == 78)
        #expect(outcome.messages.contains("next: acctstore verify 1"))
        #expect(outcome.calls == ["select - for reveal"])
    }

    @Test(
        "variables are called after the software of a service",
        arguments: [
            ("twitter", "TWITTER"), ("mastodon/social.example", "MASTODON"), ("my-site", "MY_SITE"),
            ("4chan", "_4CHAN"),
        ])
    func prefixes(service: String, prefix: String) throws {
        let variables = CredentialVariables.usual(for: try #require(Service(service)))
        #expect(
            variables.variables.map(\.name) == [
                "\(prefix)_CONSUMER_KEY", "\(prefix)_CONSUMER_SECRET", "\(prefix)_ACCESS_TOKEN",
                "\(prefix)_ACCESS_TOKEN_SECRET",
            ])
    }
}
