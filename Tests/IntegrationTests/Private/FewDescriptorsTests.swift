import Glibc
import TestRig
import Testing

/// GLib ends a process that has no descriptor left for a thread's wake-up; an open vault would go with it.
@Suite("An agent without a bus that may open few files")
struct FewDescriptorsTests {
    @Test(
        "tells each program so, lets nobody in where there are too few for that, and serves again once there are more")
    func few() async throws {
        try await HeadlessMachine.with { (machine) async throws in
            try await machine.makeVault()
            let agent = try #require(machine.agents.first)
            let told = try #require(try await firstRefusal(from: agent, on: machine))
            #expect(told.outcome.err.contains("cannot tell which program process"), "\(told.outcome.err)")
            #expect(told.outcome.nextSteps == ["try again"])

            try await limit(agent, to: told.limit - 12, on: machine)
            let waiting = try machine.job(["\(machine.rig.acctstorePath)", "list"], inSession: true).start()
            // A socket keeps the name that it had before it was put in its place.
            let place = try #require(machine.rig.meetingPlace(machine.runtime).split(separator: "/").last)
            try await eventually("somebody waits to be let in") { try LocalSockets.haveWaiter(named: "/\(place).new") }
            try await limit(agent, to: 1024, on: machine)
            expectSuccess(try await waiting.finish(), prints: "")
            expectSuccess(try await machine.terminal.run("acctstore list"), prints: "")
            #expect(machine.agents == [agent])
        }
    }

    /// What the first command is told that is not served, as ever fewer files may be open.
    private func firstRefusal(
        from agent: Int32, on machine: HeadlessMachine
    ) async throws -> (limit: Int, outcome: CommandResult)? {
        for limit in (24...64).reversed() {
            try await self.limit(agent, to: limit, on: machine)
            let outcome = try await machine.terminal.run("acctstore list")
            #expect(machine.agents == [agent], "\(limit)")
            if outcome.status != 0 { return (limit, outcome) }
        }
        return nil
    }

    private func limit(_ agent: Int32, to count: Int, on machine: HeadlessMachine) async throws {
        let command = ["/usr/bin/prlimit", "--pid", "\(agent)", "--nofile=\(count):"]
        expectSuccess(try await machine.rig.program(command).run())
    }
}
