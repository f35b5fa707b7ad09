import AccountModel
import AcctstoreCLI
import CommandLineKit
import Testing

@Suite("Statuses and messages")
struct EndingTests {
    @Test("a reader that has gone ends the command quietly, and not as done")
    func readerGone() async throws {
        let outcome = try await TestRun(script: Samples.two, outputFailure: .readerGone).run("list")
        #expect(outcome.status == 74)
        #expect(outcome.messages.isEmpty)
    }

    @Test("every error of the broker has its status, and its words on stderr")
    func statuses() async throws {
        let codes: [BrokerError.Code] = [
            .failed, .invalidArgument, .inputRefused, .noSuchAccount, .unavailable, .fileError, .tryLater,
            .serviceRefused, .accessDenied, .notConfigured, .locked, .cancelled, .credentialRejected, .outcomeUnknown,
        ]
        for code in codes {
            let outcome = try await TestRun(script: .init(error: BrokerError(code, "why"))).run("list")
            #expect(outcome.status == code.exitStatus)
            #expect(outcome.messages == "error: why\n")
        }
    }

    @Test("-v adds the name and the status of an error; -q leaves errors alone")
    func verbosity() async throws {
        let run = TestRun(script: .init(error: BrokerError(.locked, "locked", nextStep: "unlock it")))
        #expect(
            try await run.run("-v", "list").messages
                == "error: locked\nnext: unlock it\norg.acctstore.Error.Locked, status 79\n")
        #expect(try await run.run("-q", "list").messages == "error: locked\nnext: unlock it\n")
    }

    @Test("labels are coloured on a terminal that takes colours, and where that is asked for")
    func colors() async throws {
        let script = RecordingBroker.Script(error: BrokerError(.locked, "locked"))
        let colored = "\u{1B}[1;31merror:\u{1B}[0m locked\n"
        #expect(try await TestRun(script: script).run("--color", "always", "list").messages == colored)
        let terminal = ["TERM": "xterm"]
        let run = TestRun(script: script, environment: terminal, isInteractive: true)
        #expect(try await run.run("list").messages == colored)
        #expect(try await run.run("--color=never", "list").messages == "error: locked\n")
        for more in [["TERM": "dumb"], ["TERM": "xterm", "NO_COLOR": "1"]] {
            let run = TestRun(script: script, environment: more, isInteractive: true)
            #expect(try await run.run("list").messages == "error: locked\n")
        }
    }

    @Test("words of others cannot steer the terminal")
    func hostileWords() async throws {
        let error = BrokerError(.serviceRefused, "it said \u{1B}[2J\nbye", nextStep: "a\u{7}")
        let outcome = try await TestRun(script: .init(error: error)).run("list")
        #expect(outcome.messages == "error: it said \\u{1B}[2J\\u{A}bye\nnext: a\\u{7}\n")
    }

    @Test("agent: whether it runs, without starting one")
    func agent() async throws {
        let agent = RunningAgent(release: "1.2.3", processID: 42)
        let running = try await TestRun(agent: agent).run("agent")
        #expect(running.output == "running  process 42  release 1.2.3  org.acctstore.Agent1\n")
        #expect(running.connections == 0)
        #expect(try await TestRun().run("agent", "status").output == "not running\n")
        #expect(try await TestRun(agent: agent).run("agent", "stop").messages == "the agent has ended\n")
        #expect(try await TestRun().run("agent", "stop").messages == "no agent was running\n")
    }
}
