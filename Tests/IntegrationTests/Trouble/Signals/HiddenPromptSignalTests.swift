import Glibc
import TestRig
import Testing

/// What is typed at a hidden prompt stays off the screen, whatever stops, ends or asks something in between.
@Suite("Signals and questions at a hidden prompt")
struct HiddenPromptSignalTests {
    private static let prompt = "Consumer secret of app 'default' at local: "
    private static let command = "acctstore app set local --key demo-ck"

    @Test("a stop without effect, as of the leader of a session, leaves echo off and shows the prompt again")
    func leader() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal()
            // As another program than the person's shell, script is asked about.
            let running = try await terminal.beginOnScreen("script -qec \"\(Self.command)\" /dev/null")
            try await terminal.waitFor("once, no: ")
            try terminal.type("\u{1A}")
            try await terminal.waitFor(Self.prompt)
            try terminal.type("once\n")
            try await terminal.waitFor("Now what was asked for before this: ")
            try terminal.type("\u{1A}")
            try await terminal.waitFor(Self.prompt)
            try terminal.type("demo-cs-hidden\n")
            #expect(try await running.finish().status == 0)
            #expect(!terminal.screen.contains("demo-cs-hidden"))
            #expect(try await rig.items("App").first?.secret.contains("demo-cs-hidden") == true)
        }
    }

    @Test("in the background it is ended by a signal, and is not stopped for the terminal's modes")
    func background() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal()
            let mode = try await terminal.mode()
            let running = try await terminal.begin(Self.command)
            try await terminal.waitFor(Self.prompt)
            terminal.sendToForeground(signal: SIGSTOP)
            #expect(try await running.finish().status == 128 + SIGSTOP)
            #expect(try await terminal.runOnScreen("bg") == 0)
            #expect(try await terminal.endsStopped())
            #expect(try await terminal.mode() == mode)
            #expect(try await rig.items("App").isEmpty)
        }
    }

    @Test("the rest of a paste is no command for the shell, and half a line that Ctrl-D broke off is no secret")
    func pasted() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal()
            let half = try await terminal.begin(Self.command)
            try await terminal.waitFor(Self.prompt)
            try terminal.type("demo-cs-hidden\u{4}\u{4}")
            expectFailure(try await half.finish(), 65, "was not ended by Return")
            #expect(try await rig.items("App").isEmpty)

            let running = try await terminal.begin(Self.command)
            try await terminal.waitFor(Self.prompt)
            try terminal.type("demo-cs-hidden\necho spilled-$((40 + 2))\n")
            expectSuccess(try await running.finish())
            try await terminal.mustRun("true")
            #expect(!terminal.screen.contains("spilled") && !terminal.screen.contains("demo-cs-hidden"))
        }
    }

    @Test("a question of the agent's own comes on a line of its own, and what is asked for is asked for again")
    func question() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal()
            let script = try rig.script("set", "#!/bin/bash\n\(Self.command)\necho done\n")
            let running = try await terminal.begin(script)
            try await terminal.waitFor(Self.prompt + "\r\n")
            try await terminal.waitFor("once, no: ")
            try terminal.type("demo-cs-hidden\n")
            let refused = try await running.finish()
            #expect(refused.err.contains("that is not offered here"), "\(refused.err)")
            #expect(!terminal.screen.contains("demo-cs-hidden") && !refused.err.contains("demo-cs-hidden"))

            let again = try await terminal.begin(script)
            try await terminal.waitFor("once, no: ")
            try terminal.type("once\n")
            try await terminal.waitFor("\r\nNow what was asked for before this: ")
            try terminal.type("demo-cs-hidden\n")
            expectSuccess(try await again.finish(), prints: "done\n")
            #expect(!terminal.screen.contains("demo-cs-hidden"))
            #expect(try await rig.items("App").first?.secret.contains("demo-cs-hidden") == true)
        }
    }
}
