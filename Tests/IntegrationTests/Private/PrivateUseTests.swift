import Glibc
import TestRig
import Testing

/// What a session's bus does for a person and their programs, without one.
@Suite("Without a session bus all works as it does with one")
struct PrivateUseTests {
    private static let question = "Allow? yes (always), once, no: "

    @Test("a script is named by its path, asked about at the terminal, and the answer is remembered and logged")
    func question() async throws {
        try await withAccount { (machine) async throws in
            let script = try machine.rig.signingScript()
            let asking = try await machine.terminal.begin(script)
            try await machine.terminal.waitFor("\(script) wants to read as @alice (1, local).")
            try await machine.terminal.waitFor(Self.question)
            try machine.terminal.type("yes\n")
            let signed = try await asking.finish()
            expectSuccess(signed)
            #expect(signed.out.hasPrefix("Authorization: OAuth "))
            expectSuccess(try await machine.terminal.run(script))
            // Nobody is there, but the session's agent is.
            expectSuccess(try await machine.job([script], inSession: true).run())
            let log = try await machine.terminal.run("acctstore log")
            #expect(log.out.split(separator: "\n").count { $0.contains(script) } == 3, "\(log.out)")
            #expect(machine.agents.count == 1)
        }
    }

    @Test("requests stream, a signature is a valid one, and a token is given out after a yes")
    func requests() async throws {
        try await withAccount { (machine) async throws in
            let terminal = machine.terminal
            let url = "\(try machine.rig.server.base)1.1/statuses/home_timeline.json"
            expectSuccess(try await terminal.run("acctstore sign GET \(url) --format curl | curl -sfK -"))
            expectSuccess(try await terminal.run("acctstore request GET \(url)"))
            let exec = try await terminal.begin("acctstore exec --env TOKEN=token -- /bin/sh -c 'test -n \"$TOKEN\"'")
            try await terminal.waitFor("Allow? ")
            try terminal.type("once\n")
            expectSuccess(try await exec.finish())
            #expect(try await machine.rig.server.log().allSatisfy { $0.verdict?.valid != false })
        }
    }

    @Test("one passphrase serves the session, from any of its terminals, until lock; a wrong one is told")
    func onePassphrase() async throws {
        try await withAccount { (machine) async throws in
            let rig = machine.rig
            let other = try await rig.terminal(rig.environmentWithoutBus(runtime: machine.runtime))
            expectSuccess(try await other.run("acctstore post 'from the other terminal'"))
            expectSuccess(try await machine.terminal.run("acctstore lock"))
            let posting = try await machine.terminal.begin("acctstore post locked")
            try await machine.answer("Passphrase of the vault: ", "wrong")
            try await machine.answer("Passphrase of the vault: ")
            expectSuccess(try await posting.finish())
            #expect(try await rig.server.posts().count == 2)
        }
    }

    @Test("without a runtime folder each command asks, and leaves nothing behind")
    func eachForItself() async throws {
        try await withAccount { (machine) async throws in
            let alone = try await machine.rig.terminal(machine.rig.environmentWithoutBus())
            let apart = HeadlessMachine(rig: machine.rig, runtime: machine.runtime, terminal: alone)
            expectSuccess(try await machine.terminal.run("acctstore agent stop"))
            for text in ["one", "two"] {
                let posting = try await alone.begin("acctstore post \(text)")
                try await apart.answer("Passphrase of the vault: ")
                expectSuccess(try await posting.finish())
                try await eventually("the agent ends") { machine.agents.isEmpty }
            }
        }
    }

    @Test("a command that is killed takes its own agent along")
    func commandKilled() async throws {
        try await withAccount { (machine) async throws in
            expectSuccess(try await machine.terminal.run("acctstore agent stop"))
            let alone = try await machine.rig.terminal(machine.rig.environmentWithoutBus())
            let adding = try await alone.begin("acctstore post hello")
            try await alone.waitFor("Passphrase of the vault: ")
            #expect(machine.agents.count == 1)
            alone.sendToForeground(signal: SIGKILL)
            #expect(try await adding.finish().status == 137)
            try await eventually("the agent ends") { machine.agents.isEmpty }
        }
    }

    @Test("an agent that is killed while it asks is an error, nothing is remembered, and the next command has another")
    func agentKilled() async throws {
        try await withAccount { (machine) async throws in
            let script = try machine.rig.signingScript()
            let asking = try await machine.terminal.begin(script)
            try await machine.terminal.waitFor(Self.question)
            for agent in machine.agents { kill(agent, SIGKILL) }
            expectFailure(try await asking.finish(), 69, "the agent ended before it answered")
            let listing = try await machine.terminal.begin("acctstore grant")
            try await machine.answer("Passphrase of the vault: ")
            expectSuccess(try await listing.finish(), prints: "")
        }
    }

    @Test("a question that is stopped by ^C is withdrawn, and the agent goes on")
    func stopped() async throws {
        try await withAccount { (machine) async throws in
            let script = try machine.rig.signingScript()
            let asking = try await machine.terminal.begin(script)
            try await machine.terminal.waitFor(Self.question)
            try machine.terminal.type("\u{3}")
            #expect(try await asking.finish().status == 130)
            expectSuccess(try await machine.terminal.run("acctstore list"), prints: "1  @alice  local\n")
        }
    }

    @Test("a job that nobody gave a passphrase is told that the vault is locked; one with a descriptor does its work")
    func passphraseByDescriptor() async throws {
        try await withAccount { (machine) async throws in
            let rig = machine.rig
            let file = try rig.folder.write(HeadlessMachine.passphrase + "\n", to: "input/passphrase", mode: 0o600)
            let wrong = try rig.folder.write("wrong\n", to: "input/wrong", mode: 0o600)
            let list = "\(rig.acctstorePath) --no-prompt"
            func run(_ script: String) async throws -> Outcome {
                // A program of the person's, which has been granted nothing: an empty list is what it may see.
                try await machine.job(["/bin/sh", try rig.script("job", script)]).run()
            }
            expectFailure(try await run("\(list) list\nexit $?"), 79, "locked")
            let given = try await run("\(list) --passphrase-fd 3 list 3<\(file)\nexit $?")
            expectSuccess(given, prints: "")
            expectFailure(try await run("\(list) --passphrase-fd 3 list 3<\(wrong)\nexit $?"), 79, "passphrase")
            expectFailure(try await run("\(list) --passphrase-fd 3 list\nexit $?"), 64, "descriptor 3 is not open")
            expectFailure(try await run("\(list) --passphrase-fd three list\nexit $?"), 64)
            let unreadable = try await run("\(list) --passphrase-fd 3 list 3>>\(file)\nexit $?")
            expectFailure(unreadable, 74, "passphrase")
        }
    }

    @Test(
        "a sandbox that was given the socket is one to the agent: it is told of no account, and has no person's commands"
    )
    func sandboxed() async throws {
        try await withAccount { (machine) async throws in
            let job = try await machine.rig.sandbox(
                "inside", instance: nil, sharing: machine.runtime, "acctstore list && acctstore --no-prompt grant")
            let ended = try await machine.job([job], inSession: true).run()
            expectFailure(ended, 77, "sandbox")
            #expect(machine.agents.count == 1)
        }
    }

    private func withAccount(_ body: (HeadlessMachine) async throws -> Void) async throws {
        try await HeadlessMachine.with { (machine) async throws in
            try await machine.makeVault()
            try await machine.add(TestService.Known.alice)
            try await body(machine)
        }
    }
}
