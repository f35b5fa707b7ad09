import Glibc
import TestRig
import Testing

@Suite("An agent that ends in the middle of a request is an error with a status, never a hang")
struct AgentCrashTests {
    @Test("killed during a post: the outcome is unknown, and nothing is sent a second time")
    func killedDuringPost() async throws {
        try await interrupted("acctstore post hello", by: SIGKILL, requests: 1) { ended in
            expectFailure(ended, 82, "the agent ended before it answered")
        }
    }

    @Test("told to end during a post: the outcome is unknown as well")
    func endedDuringPost() async throws {
        try await interrupted("acctstore post hello", by: SIGTERM, requests: 1) { ended in
            #expect(ended.status == 82, "\(ended.err)")
            #expect(ended.out.isEmpty)
        }
    }

    @Test("killed while its question is open: nothing is granted, and the next request is asked about anew")
    func killedDuringQuestion() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.signingScript()
            let asking = try await terminal.begin(script)
            try await terminal.waitFor("Allow? yes (always), once, no: ")
            kill(try await rig.bus.ownerPID("org.acctstore.Agent1"), SIGKILL)
            let ended = try await asking.finish(within: .seconds(10))
            expectFailure(ended, 69, "the agent ended before it answered", "an open question counts as not answered")
            #expect(ended.nextSteps == ["try again"])
            let again = try await terminal.begin(script)
            try await terminal.waitFor("Allow? yes (always), once, no: ")
            try terminal.type("once\n")
            expectSuccess(try await again.finish())
            #expect(try await rig.items("Grant").isEmpty)
        }
    }

    @Test("killed during a log-in: unavailable, and nothing is stored")
    func killedDuringLogIn() async throws {
        try await interrupted(
            "acctstore add local --xauth --user bob --password-stdin <<<builder", by: SIGKILL, requests: 1
        ) { ended in
            expectFailure(ended, 69, "the agent ended before it answered")
        }
    }

    @Test("a caller that is killed leaves an agent that serves the next one")
    func killedCaller() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let pid = try await rig.bus.ownerPID("org.acctstore.Agent1")
            let received = try await rig.server.log().count
            try await rig.server.add(slowness)
            let command = try await terminal.begin("acctstore post hello")
            try await rig.waitForRequests(received + 1)
            terminal.sendToForeground(signal: SIGKILL)
            #expect(try await command.finish().status == 128 + SIGKILL)
            let listed = try await terminal.run("acctstore list")
            #expect(listed.status == 0, "\(listed.err)")
            #expect(try await rig.bus.ownerPID("org.acctstore.Agent1") == pid, "\(rig.logs)")
        }
    }

    /// Types a command that the service keeps waiting, and sends the agent a signal once the service has the request.
    private func interrupted(
        _ line: String, by signal: Int32, requests: Int, _ check: (CommandResult) throws -> Void
    ) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let pid = try await rig.bus.ownerPID("org.acctstore.Agent1")
            let received = try await rig.server.log().count
            try await rig.server.add(slowness)
            let command = try await terminal.begin(line)
            try await rig.waitForRequests(received + requests)
            kill(pid, signal)
            try check(try await command.finish(within: .seconds(25)))
            let listed = try await terminal.run("acctstore list")
            #expect(listed.status == 0, "\(listed.err)")
            #expect(listed.out.split(separator: "\n").count == 1)
            #expect(try await rig.server.log().count == received + requests)
        }
    }

    private var slowness: Fault {
        var fault = Fault(times: 1)
        fault.delay = 28
        return fault
    }
}
