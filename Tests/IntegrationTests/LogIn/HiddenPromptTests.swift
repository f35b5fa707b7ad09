import Glibc
import TestRig
import Testing

/// Whatever ends a command at a hidden prompt, the shell has its echo back, and nothing was stored.
@Suite("A hidden prompt")
struct HiddenPromptTests {
    @Test("ended by a signal: echo is on again, and the status tells the signal", arguments: [SIGINT, SIGTERM])
    func signalled(by number: Int32) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal()
            let setting = try await terminal.begin("acctstore app set local --key k")
            try await terminal.waitFor("Consumer secret")
            try await eventually("no echo") { !terminal.echoes }
            if number == SIGINT { try terminal.type("\u{3}") } else { terminal.sendToForeground(signal: number) }
            #expect(try await setting.finish().status == 128 + number)
            try await eventually("echo") { terminal.echoes }
            #expect(try await rig.items("App").isEmpty)
        }
    }

    @Test("stopped and continued: echo is on in between and off again, and the secret is taken")
    func stoppedAndContinued() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal()
            let setting = try await terminal.begin("acctstore app set local --key k")
            try await terminal.waitFor("Consumer secret")
            try await eventually("no echo") { !terminal.echoes }
            try terminal.type("\u{1A}")
            #expect(try await setting.finish().status == 128 + SIGTSTP)
            try await eventually("echo") { terminal.echoes }

            let continued = try await terminal.beginOnScreen("fg")
            try await terminal.waitFor("Consumer secret")
            try await eventually("no echo") { !terminal.echoes }
            try terminal.type("s3cret\n")
            #expect(try await continued.finish().status == 0)
            try await eventually("echo") { terminal.echoes }
            #expect(!terminal.screen.contains("s3cret"))
            let secret = #"{"version":1,"consumer_key":"k","consumer_secret":"s3cret"}"#
            #expect(try await rig.items("App").map(\.secret) == [secret])
        }
    }

    @Test("ended while it is stopped, by the shell's kill")
    func endedWhileStopped() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal()
            try await terminal.expectEndsWhileStopped(at: "Consumer secret", of: "acctstore app set local --key k")
            #expect(try await rig.items("App").isEmpty)
        }
    }

    @Test(
        "ended by Ctrl-D, by Return or by a secret that the agent refuses: what is said then starts a line",
        arguments: ["\u{4}", "\n", "a\u{1}b\n"])
    func nextLine(typed: String) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal()
            let setting = try await terminal.beginOnScreen("acctstore --color never app set local --key k")
            try await terminal.waitFor("Consumer secret")
            try await eventually("no echo") { !terminal.echoes }
            try terminal.type(typed)
            #expect(try await setting.finish().status != 0)
            try await terminal.waitFor("at local: \r\nerror: ")
        }
    }

    @Test("a password is typed unseen; an interrupt there stores nothing and sends nothing")
    func password() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let interrupted = try await terminal.begin("acctstore add local --xauth --user alice")
            try await terminal.waitFor("Password of @alice at local: ")
            try await eventually("no echo") { !terminal.echoes }
            try terminal.type("wonder\u{3}")
            #expect(try await interrupted.finish().status == 130)
            try await eventually("echo") { terminal.echoes }
            #expect(try await rig.server.log().isEmpty)

            let adding = try await terminal.begin("acctstore add local --xauth --user alice")
            try await terminal.waitFor("Password of @alice at local: ")
            try await eventually("no echo") { !terminal.echoes }
            try terminal.type("wonderland\n")
            expectSuccess(try await adding.finish(), prints: "1\n")
            #expect(!terminal.screen.contains("wonderland"))
        }
    }
}
