import Glibc
import TestRig
import Testing

/// A signal at a prompt ends or stops the command with nothing done, and leaves the terminal as it was.
@Suite("Signals at a prompt")
struct PromptSignalTests {
    @Test("the PIN")
    func pin() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            try await terminal.expectEndsBySignals(at: "PIN: ", of: "acctstore add local --pin --no-qr")
            #expect(try await rig.items("Account").isEmpty)
            #expect(try await rig.server.log().allSatisfy { $0.path != "/oauth/access_token" })
            try await terminal.expectGoesOn(
                at: "PIN: ", of: "acctstore add local --pin --no-qr", answer: "0000000\n", status: 76)
            #expect(try await rig.items("Account").isEmpty)
        }
    }

    @Test("which account is meant")
    func account() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice, TestService.Known.bob)
            try await terminal.expectEndsBySignals(at: "Number: ", of: "acctstore post x")
            #expect(try await rig.server.posts().isEmpty)
            try await terminal.expectGoesOn(at: "Number: ", of: "acctstore post x", answer: "2\n", status: 0)
            #expect(try await rig.server.posts().map(\.user) == ["bob"])
        }
    }

    @Test("whether to delete a post")
    func unpost() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let id = try await terminal.mustRun("acctstore post x").filter(\.isNumber)
            let (question, command) = ("yes, no: ", "acctstore unpost \(id)")
            try await terminal.expectEndsBySignals(at: question, of: command)
            #expect(try await rig.server.posts().map(\.deleted) == [false])
            try await terminal.expectGoesOn(at: question, of: command, answer: "yes\n", status: 0)
            #expect(try await rig.server.posts().map(\.deleted) == [true])
        }
    }

    @Test("whether to remove an account")
    func remove() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await terminal.expectEndsBySignals(at: "yes, no: ", of: "acctstore remove 1")
            try await terminal.expectEndsWhileStopped(at: "yes, no: ", of: "acctstore remove 1")
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
        }
    }

    @Test("a question that was put into the background is no answer, and is there again when it is brought back")
    func background() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let running = try await terminal.beginOnScreen("acctstore remove 1")
            try await terminal.waitFor("yes, no: ")
            try terminal.type("\u{1A}")
            #expect(try await running.finish().status == 128 + SIGTSTP)
            #expect(try await terminal.runOnScreen("bg") == 0)
            for _ in 1...3 { expectSuccess(try await terminal.run("echo yes"), prints: "yes\n") }
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
            let continued = try await terminal.beginOnScreen("fg")
            try await terminal.waitFor("yes, no: ")
            try terminal.type("yes\n")
            #expect(try await continued.finish().status == 0)
            #expect(try await rig.items("Account").isEmpty)
        }
    }

    @Test("whether the name is the right one, after a log-in")
    func name() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let tokens = try rig.tokens(of: TestService.Known.alice)
            try await terminal.expectEndsBySignals(
                at: "yes, no: ", of: "acctstore add local --token-stdin <\(tokens)")
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
        }
    }

    @Test("whether a program may use an account: nothing is remembered, and the next one is asked")
    func grant() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.signingScript()
            let question = "Allow? yes (always), once, no: "
            try await terminal.expectEndsBySignals(at: question, of: script)
            #expect(try await rig.items("Grant").isEmpty)
            let mode = try await terminal.mode()
            let logged = try await terminal.mustRun("acctstore log --json")
            let stopped = try await terminal.begin(script)
            try await terminal.waitFor(question)
            try terminal.type("\u{1A}")
            #expect(try await stopped.finish().status == 128 + SIGTSTP)
            #expect(try await terminal.mode() == mode)
            // The question is withdrawn once the agent sees that nobody is there to answer it, which is logged: a program that
            // is back before that goes on waiting for the answer.
            for _ in 1...600 {
                if try await terminal.mustRun("acctstore log --json") != logged { break }
                try await Task.sleep(for: .milliseconds(100))
            }
            // As if nobody had answered.
            #expect(try await terminal.beginOnScreen("fg").finish().status == 77)
            #expect(try await rig.items("Grant").isEmpty)
            let asking = try await terminal.begin(script)
            try await terminal.waitFor(question)
            try terminal.type("once\n")
            expectSuccess(try await asking.finish())
        }
    }

    @Test("a signal that only says that a reader is gone ends no prompt")
    func pipe() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice, TestService.Known.bob)
            let mode = try await terminal.mode()
            let asking = try await terminal.beginOnScreen("acctstore post x")
            try await terminal.waitFor("Number: ")
            terminal.sendToForeground(signal: SIGPIPE)
            try terminal.type("2\n")
            expectSuccess(try await asking.finish())
            #expect(try await terminal.mode() == mode)
        }
    }
}
