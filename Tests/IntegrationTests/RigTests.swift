import TestRig
import Testing

/// The rig itself: what other tests stand on.
@Suite("The rig")
struct RigTests {
    @Test("the keyring keeps a secret for a program of the rig's user")
    func keyringStoresAndFinds() async throws {
        try await withRig { rig in
            let user = try await rig.program(["/usr/bin/id", "-u"]).run()
            #expect(user.out == "\(RigUser.rig.uid)\n")

            let store = ["secret-tool", "store", "--label=test", "kind", "rig"]
            #expect(try await rig.program(store, input: .text("s3cret")).run().status == 0)
            let found = try await rig.program(["secret-tool", "lookup", "kind", "rig"]).run()
            #expect(found.out == "s3cret")
        }
    }

    @Test("a keyring can be locked, unlocked without a prompt, and started again never unlocked")
    func keyringLocks() async throws {
        try await withRig { rig in
            let keyring = try #require(rig.keyring)
            #expect(try await !keyring.isLocked())
            try await keyring.lock()
            #expect(try await keyring.isLocked())
            try await keyring.unlock()
            #expect(try await !keyring.isLocked())
            try await keyring.restart(.locked)
            #expect(try await keyring.isLocked())
            try await keyring.restart(.unlocked)
            #expect(try await !keyring.isLocked())
        }
    }

    @Test("a second collection can stand behind the default alias")
    func secondCollection() async throws {
        try await withRig { rig in
            let keyring = try #require(rig.keyring)
            let work = try await keyring.makeCollection(label: "Work")
            #expect(try await !keyring.isLocked(work))
            try await keyring.setDefault(work)
            let alias = try await rig.bus.call(
                "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.ReadAlias",
                "default")
            #expect(alias.contains(work))
        }
    }

    @Test("a prompt of the keyring is answered by the double")
    func prompts() async throws {
        try await withRig { rig in
            let keyring = try #require(rig.keyring)
            let store = ["secret-tool", "store", "--label=test", "kind", "rig"]
            #expect(try await rig.program(store, input: .text("s3cret")).run().status == 0)
            try await keyring.lock()
            let prompter = try await PrompterDouble.start(
                on: rig.bus, answers: [.dismiss, .password(GnomeKeyring.password)])
            let lookup = rig.program(["secret-tool", "lookup", "kind", "rig"])
            #expect(try await lookup.run().out == "")
            #expect(try await lookup.run().out == "s3cret")
            #expect(prompter.promptCount == 2)
            await prompter.stop()
        }
    }

    @Test("the terminal is a controlling one, its streams are told apart, and the status is the command's")
    func terminal() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal()
            let result = try await terminal.run("(tty; echo oops! >&2; exit 7)")
            #expect(result.status == 7)
            #expect(result.out.hasPrefix("/dev/pts/"))
            #expect(result.err == "oops!\n")
            // Fields 4 to 8 of proc_pid_stat(5): parent, group, session, terminal, foreground group.
            let stat = try await terminal.run("{ cut -d ' ' -f 6,7 /proc/self/stat; id -u; }")
            let fields = stat.out.split(whereSeparator: \.isWhitespace)
            #expect(fields.first == "\(terminal.shell)")
            #expect(fields.dropFirst().first != "0")
            #expect(fields.last == "\(RigUser.rig.uid)")
            await terminal.close()
        }
    }

    @Test("a hidden prompt is seen, answered and interrupted")
    func hiddenPrompt() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal()
            #expect(terminal.echoes)
            let asking = try await terminal.begin("bash -c 'read -rsp \"Say: \" x </dev/tty 2>/dev/tty; echo \"<$x>\"'")
            try await terminal.waitFor("Say: ")
            try await eventually("no echo") { !terminal.echoes }
            try terminal.type("  0123456 \n")
            #expect(try await asking.finish().out == "<0123456>\n")

            let interrupted = try await terminal.begin("sh -c 'echo ready >/dev/tty; exec cat /dev/tty'")
            try await terminal.waitFor("ready")
            #expect(terminal.foregroundGroup != terminal.shell)
            try terminal.type("\u{3}")
            #expect(try await interrupted.finish().status == 130)
            #expect(try await terminal.runOnScreen("echo 'to the screen'") == 0)
            try await terminal.waitFor("to the screen\r\n")
            await terminal.close()
        }
    }

    @Test("a program without a terminal has none to open")
    func programWithoutTerminal() async throws {
        try await withRig { rig in
            let outcome = try await rig.program(["/bin/sh", "-c", "cat; echo out; echo err >&2; : </dev/tty"]).run()
            #expect(outcome.out == "out\n")
            #expect(outcome.err.contains("err\n"))
            #expect(outcome.status != 0)
        }
    }

    @Test("a program is waited for even where what it started holds its streams")
    func programEndsBeforeItsChildren() async throws {
        try await withRig { rig in
            let outcome = try await rig.program(["/bin/sh", "-c", "sleep 30 & echo $!"]).run(deadline: .seconds(25))
            let child = try #require(Int32(outcome.out.dropLast()))
            #expect(try await rig.program(["/bin/kill", "\(child)"]).run().status == 0)
        }
    }

    @Test("a deadline ends a program and says what it wrote")
    func deadline() async throws {
        try await withRig { rig in
            _ = await #expect(throws: RigError.self) {
                _ = try await rig.program(["/bin/sh", "-c", "echo so far; sleep 60"]).run(deadline: .seconds(1))
            }
        }
    }

    @Test("a large input and output pass while the program runs")
    func largeStreams() async throws {
        try await withRig { rig in
            let bytes = [UInt8](repeating: 0x61, count: 1 << 20)
            let outcome = try await rig.program(["/bin/cat"], input: .bytes(bytes)).run()
            #expect(outcome.outBytes == bytes)
        }
    }

    @Test("nothing of a rig is left")
    func nothingIsLeft() async throws {
        let (path, daemon) = try await withRig { rig in
            (rig.folder.path, try await rig.bus.ownerPID("org.freedesktop.secrets"))
        }
        #expect(!PackageFiles.exists(path))
        #expect(!PackageFiles.exists("/proc/\(daemon)"))
    }

    @Test("nothing of a rig is left that did not come up")
    func nothingIsLeftOfHalfARig() async throws {
        let folder = try TemporaryFolder()
        let bus = try await PrivateBus.start(in: folder)
        let pid = bus.pid
        RigProcesses.kill(of: folder)
        try await eventually("the end of the bus") { !PackageFiles.exists("/proc/\(pid)") }
        folder.remove()
    }

    @Test("nothing of a rig is left where the tests die")
    func nothingIsLeftOfDeadTests() async throws {
        let folder = try TemporaryFolder()
        let bus = try await PrivateBus.start(in: folder)
        let pid = bus.pid
        folder.abandon()
        try await eventually("the end of the bus and its folder") {
            !PackageFiles.exists(folder.path) && !PackageFiles.exists("/proc/\(pid)")
        }
    }
}
