import Glibc
import TestRig
import Testing

/// What many programs hear that wait while their agent goes, and that nothing is stuck behind it.
@Suite("Many programs that wait for an agent that goes")
struct ManyWaitingTests {
    private static let count = 20

    @Test(
        "killed while twenty programs wait: each has an error that says so, and the next request starts the next agent")
    func killed() async throws {
        try await withWaiting { rig, terminal, waiting, pid in
            kill(pid, SIGKILL)
            try await expectGone(waiting, "the agent ended before it answered")
            let sent = try await rig.server.log().count
            try await expectNextAgent(in: rig, at: terminal, instead: pid)
            #expect(try await rig.server.log().count == sent, "something was sent a second time")
        }
    }

    @Test("killed while many change the store: no lock stays behind, and no change is half done")
    func killedWhileChanging() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let changes = (1...Self.count).map { "acctstore set 1 --description change-\($0) & " }.joined()
            for pause in [2, 5, 9] {
                let pid = try await rig.agentPID
                let running = try await terminal.begin("{ \(changes) wait; }")
                try await Task.sleep(for: .milliseconds(pause * 10))
                kill(pid, SIGKILL)
                _ = try await running.finish()
                expectSuccess(try await terminal.run("acctstore set 1 --description 'after \(pause)'"))
                let account = try #require(try await rig.items("Account").first)
                #expect(account.attributes["description"] == "after \(pause)")
                #expect(try await rig.items("Account").count == 1)
            }
        }
    }

    @Test("the bus goes while twenty programs wait: each has an error that says so, and the agent ends")
    func busGone() async throws {
        try await withWaiting { rig, _, waiting, pid in
            await rig.bus.stop()
            try await expectGone(waiting, "session bus")
            try await eventually("the agent ends") { !isRunning(pid) }
        }
    }

    @Test("an agent that takes over while twenty programs wait: each has its answer from the old one, which then ends")
    func replaced() async throws {
        try await withWaiting(delay: 3) { rig, terminal, waiting, pid in
            let next = try rig.program([rig.agentPath, "--replace"]).start()
            try await eventually("the other agent has the name") { next.hasEnded || isRunning(next.pid) }
            for each in waiting { expectSuccess(try await each.finish(deadline: .seconds(60))) }
            try await eventually("the old agent ends") { !isRunning(pid) }
            expectSuccess(try await terminal.run("acctstore list"))
            #expect(try await rig.agentPID == next.pid)
            // Twenty were asked for, each once.
            #expect(try await rig.server.log().count == Self.count)
            await next.stop()
        }
    }

    @Test("eight agents started at one moment: one stays, the others end well, and it serves")
    func manyAgents() async throws {
        var options = RigOptions()
        (options.activatesAgent, options.hasService) = (false, false)
        try await withRig(options) { rig in
            for arguments in [[], ["--replace"]] {
                let agents = try (1...8).map { _ in try rig.program([rig.agentPath] + arguments).start() }
                try await eventually("one agent is left") { agents.count { !$0.hasEnded } == 1 }
                let left = try #require(agents.first { !$0.hasEnded })
                for each in agents where each.hasEnded { #expect(try await each.finish().status == 0) }
                try await rig.bus.waitForOwner("org.acctstore.Agent1")
                #expect(try await rig.agentPID == left.pid)
                expectSuccess(try await rig.acctstore("list", "--json"))
                await left.stop()
            }
        }
    }

    /// Twenty programs whose requests the service has and keeps; half of them read, half of them write.
    private func withWaiting(
        delay: Double = 60, _ body: (Rig, Terminal, [RunningProgram], Int32) async throws -> Void
    ) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await terminal.mustRun("acctstore grant any 1")
            try await rig.server.reset()
            var slowness = Fault(times: Self.count)
            slowness.delay = delay
            try await rig.server.add(slowness)
            let base = try rig.server.base
            let waiting = try (0..<Self.count).map { number in
                let request =
                    number.isMultiple(of: 2)
                    ? "acctstore request -a 1 GET \(base)1.1/statuses/home_timeline.json"
                    : "acctstore request -a 1 POST \(base)1.1/statuses/update.json -d status=waiting-\(number)"
                return try rig.program([try rig.script("waits-\(number)", "#!/bin/sh\n\(request) >/dev/null\n")])
                    .start()
            }
            let deadline = ContinuousClock.now + .seconds(90)
            while try await rig.server.log().count < Self.count, ContinuousClock.now < deadline {
                try await Task.sleep(for: .milliseconds(20))
            }
            try await body(rig, terminal, waiting, try await rig.agentPID)
        }
    }

    /// Who read may try again; of what was written nobody knows whether it was done.
    private func expectGone(_ waiting: [RunningProgram], _ words: String) async throws {
        for (number, each) in waiting.enumerated() {
            let ended = try await each.finish(deadline: .seconds(60))
            expectFailure(ended, number.isMultiple(of: 2) ? 69 : 82, words)
        }
    }

    private func expectNextAgent(in rig: Rig, at terminal: Terminal, instead pid: Int32) async throws {
        let listed = try await terminal.run("acctstore list")
        expectSuccess(listed, prints: "1  @alice  local\n")
        #expect(try await rig.agentPID != pid)
        expectSuccess(try await terminal.run("acctstore set 1 --description changed"))
    }
}
