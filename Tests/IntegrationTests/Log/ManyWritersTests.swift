import FoundationEssentials
import Glibc
import TestRig
import Testing

/// Several agents and many programs at once, and ends without a warning.
@Suite("The access log of many")
struct ManyWritersTests {
    @Test("sixteen programs at once: every signature that was given has its line")
    func programs() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            var scripts: [String] = []
            for number in 1...16 { scripts.append(try rig.signingScript("worker\(number)", times: 5)) }
            try await terminal.mustRun("for i in $(seq 16); do acctstore grant ~/bin/worker$i 1 || exit 1; done")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for script in scripts { group.addTask { expectSuccess(try await rig.alone(script)) } }
                try await group.waitForAll()
            }
            try await terminal.mustRun("acctstore log")
            let given = try AccessLogFileTests.lines(of: rig).filter { $0.answer == "given" }
            #expect(
                Dictionary(grouping: given, by: \.program).mapValues(\.count)
                    == Dictionary(uniqueKeysWithValues: scripts.map { ("script:\($0)", 5) }))
        }
    }

    @Test("an agent that finishes beside the one that replaced it writes to the same log")
    func twoAgents() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            var fault = Fault(path: "/1.1/statuses/update.json")
            fault.delay = 4
            try await rig.server.add(fault)
            let posting = try await terminal.begin("acctstore post -a 1 'slow'")
            try await eventually("the front end") { posting.err.contains("as @alice") }
            let script = try rig.signingScript(times: 3)
            let other = try await rig.terminal()
            try await other.mustRun("acctstore grant \(script) 1")
            let newer = try rig.program([rig.agentPath, "--replace"]).start()
            for _ in 1...600 {
                if try await rig.bus.ownerPID("org.acctstore.Agent1") == newer.pid { break }
                try await Task.sleep(for: .milliseconds(100))
            }
            expectSuccess(try await rig.alone(script))
            expectSuccess(try await posting.finish())
            try await other.mustRun("acctstore log")
            let told = try AccessLogFileTests.lines(of: rig).map { "\($0.operation) \($0.answer)" }
            #expect(told.count { $0 == "sign given" } == 3, "\(told)")
            try await eventually("the old agent's line") {
                try AccessLogFileTests.lines(of: rig).contains { $0.operation == "perform" && $0.method == "POST" }
            }
            await newer.stop()
        }
    }

    @Test("an agent killed while it writes leaves a log that is read and written on")
    func killed() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.script(
                "worker",
                "#!/bin/sh\nfor i in $(seq 30); do acctstore sign -a 1 GET \(try rig.server.base)1.1/x.json; done\n")
            try await terminal.mustRun("acctstore grant \(script) 1")
            let workers = try (1...4).map { _ in try rig.program([script]).start() }
            for _ in 1...5 {
                try await Task.sleep(for: .milliseconds(200))
                guard let pid = try? await rig.bus.ownerPID("org.acctstore.Agent1") else { continue }
                kill(pid, SIGKILL)
            }
            for worker in workers { _ = try await worker.finish() }
            try await terminal.mustRun("acctstore sign -a 1 GET \(try rig.server.base)1.1/last.json")
            let shown = try await terminal.run("acctstore log -n 1")
            expectSuccess(shown)
            #expect(shown.out.contains("/last.json"))
            let text = try await terminal.mustRun("acctstore log -n 1000 --json")
            let lines = try JSONDecoder().decode([AccessLogFileTests.Line].self, from: Data(text.utf8))
            #expect(lines.count > 20)
        }
    }
}
