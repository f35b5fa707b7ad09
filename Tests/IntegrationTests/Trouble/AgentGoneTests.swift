import Glibc
import TestRig
import Testing

/// An agent that ends is an error with a status for whoever waits, never a hang, and the next command has a new one.
@Suite("An agent that is gone")
struct AgentGoneTests {
    @Test("killed while a post is under way: the outcome is unknown, the post is sent once, and the next command works")
    func duringPost() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            var fault = Fault(path: "/1.1/statuses/update.json")
            fault.delay = 60
            try await rig.server.add(fault)
            let before = try await rig.server.log().count
            let posting = try await terminal.begin("acctstore post waiting")
            try await eventually("the front end's word") { posting.err.contains("as @alice") }
            try await rig.waitUntilSending()
            try await killAgent(in: rig)
            expectFailure(try await posting.finish(within: .seconds(15)), 82, "may have been posted")
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
            #expect(try await rig.server.log().count <= before + 1)
        }
    }

    @Test("killed while a question stands on the terminal: an error, and nothing is remembered")
    func duringQuestion() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.signingScript()
            let asking = try await terminal.begin(script)
            try await terminal.waitFor("Allow? yes (always), once, no: ")
            try await killAgent(in: rig)
            expectFailure(try await asking.finish(within: .seconds(15)), 69, "agent")
            #expect(try await rig.items("Grant").isEmpty)
            expectFailure(try await rig.alone(script), 77)
        }
    }

    @Test("killed while the keyring asks: an error, and the terminal is as it was")
    func duringUnlock() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.gnomeKeyring.lock()
            let prompter = try await PrompterDouble.start(on: rig.bus, answers: [.hang])
            let signing = try await terminal.begin("acctstore sign GET \(try rig.server.base)1.1/x.json")
            try await eventually("the keyring's question") { prompter.promptCount == 1 }
            try await killAgent(in: rig)
            expectFailure(try await signing.finish(within: .seconds(15)), 69, "agent")
            #expect(terminal.echoes)
            await prompter.stop()
        }
    }

    @Test("killed while a secret is typed: an error after it, echo is on, and nothing is stored")
    func duringHiddenPrompt() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let setting = try await terminal.begin("acctstore app set local --app other --key k")
            try await terminal.waitFor("Consumer secret")
            try await eventually("no echo") { !terminal.echoes }
            try await killAgent(in: rig)
            let ended = try await setting.finish(within: .seconds(15))
            expectFailure(ended, 69, "agent")
            try await eventually("echo") { terminal.echoes }
            #expect(try await rig.items("App").count == 1)
        }
    }

    private func killAgent(in rig: Rig) async throws {
        let pid = try await rig.bus.ownerPID("org.acctstore.Agent1")
        kill(pid, SIGKILL)
    }
}

extension Rig {
    /// Waits until a connection to the test service stands: /proc/net/tcp of this machine, as proc(5) tells.
    fileprivate func waitUntilSending() async throws {
        let port = String(try server.port, radix: 16, uppercase: true)
        // The remote address, then 01 for an established connection.
        let line = "0100007F:\(String(repeating: "0", count: 4 - port.count))\(port) 01"
        let wait = "until grep -q '\(line)' /proc/net/tcp; do sleep 0.02; done"
        try await program(["/bin/sh", "-c", wait]).mustSucceed()
    }
}
