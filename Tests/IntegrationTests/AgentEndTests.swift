import Glibc
import TestRig
import Testing

@Suite("The end of an agent, and what its callers hear of it")
struct AgentEndTests {
    private static let name = "org.acctstore.Agent1"

    @Test("SIGTERM ends it within a second")
    func terminated() async throws {
        try await withRig(options()) { rig in
            #expect(try await rig.acctstore("list").status == 0)
            let pid = try await rig.bus.ownerPID(Self.name)
            kill(pid, SIGTERM)
            // The agent allows itself less than a second; the rest is room for a busy machine.
            try await eventually("the agent ends", within: .seconds(10)) { !isRunning(pid) }
        }
    }

    @Test("it ends when it has had nothing to do for the configured time, and is started again when needed")
    func idle() async throws {
        var options = options()
        options.configuration = "[agent]\nidle-exit=1s\n"
        try await withRig(options) { rig in
            #expect(try await rig.acctstore("list").status == 0)
            let pid = try await rig.bus.ownerPID(Self.name)
            try await eventually("the agent ends") { !isRunning(pid) }
            #expect(try await rig.acctstore("list").status == 0)
            #expect(try await rig.bus.ownerPID(Self.name) != pid)
        }
    }

    @Test("it ends with its bus")
    func busGone() async throws {
        try await withRig(options()) { rig in
            #expect(try await rig.acctstore("list").status == 0)
            let pid = try await rig.bus.ownerPID(Self.name)
            await rig.bus.stop()
            try await eventually("the agent ends") { !isRunning(pid) }
        }
    }

    @Test("agent stop and agent status tell what there is")
    func control() async throws {
        try await withRig(options()) { rig in
            let none = try await rig.acctstore("agent", "status")
            #expect(none.status == 0, "\(none.err)")
            #expect(try await !rig.bus.hasOwner(Self.name))
            #expect(try await rig.acctstore("list").status == 0)
            let pid = try await rig.bus.ownerPID(Self.name)
            let status = try await rig.acctstore("agent", "status")
            #expect(status.out.contains("\(pid)"), "\(status.out)")
            #expect(try await rig.acctstore("agent", "stop").status == 0)
            // The command waits for the end on the bus, which the process outlives by a moment.
            try await eventually("the agent ends") { !isRunning(pid) }
        }
    }

    @Test("a second agent leaves the first one alone, and ends with status 0")
    func second() async throws {
        try await withRig(options()) { rig in
            #expect(try await rig.acctstore("list").status == 0)
            let pid = try await rig.bus.ownerPID(Self.name)
            let second = try await rig.program([rig.agentPath]).run()
            #expect(second.status == 0, "\(second.err)")
            #expect(try await rig.bus.ownerPID(Self.name) == pid)
        }
    }

    @Test("--replace takes over; the old agent ends")
    func replace() async throws {
        try await withRig(options()) { rig in
            #expect(try await rig.acctstore("list").status == 0)
            let old = try await rig.bus.ownerPID(Self.name)
            let new = try rig.program([rig.agentPath, "--replace"]).start()
            try await eventually("the old agent ends") { !isRunning(old) }
            #expect(try await rig.bus.ownerPID(Self.name) == new.pid)
            #expect(try await rig.acctstore("list").status == 0)
            await new.stop()
        }
    }

    @Test("what is read for a program is given up when the program ends: nothing keeps the agent busy")
    func vanishedCaller() async throws {
        var options = options()
        options.configuration = "[access]\nmanage-without-terminal=true\n[agent]\nidle-exit=1s\n"
        try await withRig(options) { rig in
            let caller = try rig.program(
                [rig.acctstorePath, "app", "set", "twitter", "--key", "k", "--secret-stdin"], input: .open
            ).start()
            try await rig.bus.waitForOwner(Self.name)
            let pid = try await rig.bus.ownerPID(Self.name)
            // Longer than the time after which an agent that nothing keeps busy ends.
            try await Task.sleep(for: .milliseconds(1500))
            #expect(isRunning(pid))
            caller.send(signal: SIGKILL)
            try await eventually("the agent ends") { !isRunning(pid) }
        }
    }

    @Test("a configuration that cannot be understood is told to each request, with file and key")
    func configuration() async throws {
        var options = options()
        options.configuration = "[agent]\nidle-exit=soon\n"
        try await withRig(options) { rig in
            let listed = try await rig.acctstore("list")
            #expect(listed.status == 78)
            #expect(listed.err.contains("idle-exit"), "\(listed.err)")
        }
    }

    private func options() -> RigOptions {
        var options = RigOptions()
        options.hasService = false
        return options
    }

    /// A zombie has ended.
    private func isRunning(_ pid: Int32) -> Bool {
        kill(pid, 0) == 0 && !(processState(pid) == "Z")
    }

    private func processState(_ pid: Int32) -> Character? {
        guard let file = unsafe fopen("/proc/\(pid)/stat", "r") else { return nil }
        defer { unsafe fclose(file) }
        var line = [CChar](repeating: 0, count: 512)
        guard unsafe fgets(&line, 512, file) != nil else { return nil }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.split(separator: ")").last?.first { $0 != " " }
    }
}
