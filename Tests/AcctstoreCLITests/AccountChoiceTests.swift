import CommandLineKit
import Testing

@Suite("Which account is meant")
struct AccountChoiceTests {
    @Test("-a beats the environment, which beats the agent's own choice")
    func order() async throws {
        let environment = ["ACCTSTORE_ACCOUNT": "alice"]
        let given = try await TestRun(script: Samples.two, environment: environment).run("post", "-a", "2", "hi")
        #expect(given.calls.first == "select 2 for write")
        let variable = try await TestRun(script: Samples.two, environment: environment).run("post", "hi")
        #expect(variable.calls.first == "select @alice for write")
        let nothing = try await TestRun(script: Samples.one).run("post", "hi")
        #expect(nothing.calls.first == "select - for write")
    }

    @Test("names are taken in any case, with @ or without; an unknown one is an error and nothing is sent")
    func names() async throws {
        for name in ["BOB", "@bob", "twitter:Bob"] {
            let outcome = try await TestRun(script: Samples.two).run("post", "-a", .init(name), "hi")
            #expect(outcome.messages == "as @bob (2, twitter)\n")
        }
        let carol = try await TestRun(script: Samples.two).run("post", "-a", "carol", "hi")
        #expect(carol.status == 67)
        #expect(carol.requests.isEmpty)
        #expect(carol.output.isEmpty)
    }

    @Test("a variable that names no account is an error that names the variable")
    func badVariable() async throws {
        let outcome = try await TestRun(environment: ["ACCTSTORE_ACCOUNT": "a b"]).run("post", "hi")
        #expect(outcome.status == 64)
        #expect(outcome.messages.contains("$ACCTSTORE_ACCOUNT"))
        #expect(outcome.connections == 0)
    }

    @Test("a variable that names an account that is not there is told of; an option is not")
    func unknownVariable() async throws {
        let run = TestRun(script: Samples.two, environment: ["ACCTSTORE_ACCOUNT": "carol"])
        let variable = try await run.run("post", "hi")
        #expect(variable.status == 67)
        #expect(variable.messages.contains("$ACCTSTORE_ACCOUNT"))
        #expect(variable.messages.hasSuffix("next: unset ACCTSTORE_ACCOUNT\n"))
        let option = try await run.run("post", "-a", "dave", "hi")
        #expect(option.status == 67)
        #expect(!option.messages.contains("ACCTSTORE_ACCOUNT"))
    }

    @Test("none and app are no accounts, so nothing is posted or signed as them; @none and @app are names")
    func words() async throws {
        let commands: [[RawArgument]] = [
            ["post", "hi"], ["post", "--dry-run", "hi"], ["sign", "GET", "https://api.x.com/x"],
        ]
        for word in ["none", "app", "APP"] {
            for command in commands {
                let given = try await TestRun(script: Samples.one).run(command + ["-a", .init(word)])
                #expect(given.status == 64)
                #expect(given.messages.contains("next: "))
                #expect(given.connections == 0)
                let variable = try await TestRun(script: Samples.one, environment: ["ACCTSTORE_ACCOUNT": word]).run(
                    command)
                #expect(variable.status == 64)
                #expect(variable.messages.hasSuffix("next: unset ACCTSTORE_ACCOUNT\n"))
            }
        }
        let script = RecordingBroker.Script(accounts: [Samples.account(1, "none"), Samples.account(2, "app")])
        for (name, number) in [("@none", 1), ("@app", 2), ("twitter:app", 2)] {
            let outcome = try await TestRun(script: script).run("post", "-a", .init(name), "hi")
            #expect(outcome.messages == "as @\(number == 1 ? "none" : "app") (\(number), twitter)\n")
        }
    }

    @Test("several accounts: a person is asked for the number, and it goes on with that account")
    func question() async throws {
        let outcome = try await TestRun(script: Samples.two, typed: ["alice", " 2 "], isInteractive: true).run(
            "post", "hi")
        #expect(
            outcome.shown == [
                "Which account?", "  1  @alice  twitter", "  2  @bob  twitter", "Number: ",
                "type one of the numbers above",
                "Number: ",
            ])
        #expect(outcome.status == 0)
        #expect(outcome.messages == "as @bob (2, twitter)\n")
    }

    @Test("several accounts and nobody to ask: an error, and nothing is sent")
    func noQuestion() async throws {
        let runs = [TestRun(script: Samples.two), TestRun(script: Samples.two, typed: ["2"])]
        for run in runs {
            let outcome = try await run.run("post", "hi")
            #expect(outcome.status == 64)
            #expect(outcome.shown.isEmpty)
            #expect(outcome.requests.isEmpty)
        }
        let silent = try await TestRun(script: Samples.two, typed: ["2"], isInteractive: true).run(
            "post", "--no-prompt", "hi")
        #expect(silent.status == 64)
        #expect(silent.shown.isEmpty)
    }
}
