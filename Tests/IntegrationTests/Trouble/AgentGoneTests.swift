import Glibc
import TestRig
import Testing

/// An agent that ends is an error with a status for whoever waits, never a hang, and the next command has a new one.
@Suite("An agent that is gone")
struct AgentGoneTests {
    @Test("killed while a question stands on the terminal: an error, and nothing is remembered")
    func duringQuestion() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.signingScript()
            let asking = try await terminal.begin(script)
            try await terminal.waitFor("Allow? yes (always), once, no: ")
            try await killAgent(in: rig)
            expectFailure(try await asking.finish(), 69, "agent")
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
            expectFailure(try await signing.finish(), 69, "agent")
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
            let ended = try await setting.finish()
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
