import Glibc
import TestRig
import Testing

/// A command with the token in its environment takes the place of `acctstore`.
@Suite("exec")
struct ExecTests {
    @Test("the command has the usual variables and no way to the rest; the person was asked")
    func environment() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = "env | grep -E '^LOCAL_|^MINE' | sort; ls -l /proc/self/fd | grep -c memfd"
            let asking = try await terminal.begin("MINE=1 acctstore exec -- sh -c \"\(script)\"")
            try await terminal.waitFor("Allow? once, no: ")
            #expect(terminal.screen.contains("acctstore wants to hand the token of @alice (1, local) to sh."))
            try terminal.type("once\n")
            let ended = try await asking.finish()
            #expect(
                ended.out == """
                    LOCAL_ACCESS_TOKEN=1001-alice
                    LOCAL_ACCESS_TOKEN_SECRET=alice-ts
                    LOCAL_CONSUMER_KEY=demo-ck
                    LOCAL_CONSUMER_SECRET=demo-cs
                    MINE=1
                    0

                    """, "\(ended.err)")
            #expect(ended.err == "")
        }
    }

    @Test("names of one's own, the words of the command as they are, and its status")
    func words() async throws {
        try await withGrantedRig { rig, script in
            let named = try await rig.run(
                script, "exec", "-a", "1", "--env", "T=token,U=username,I=user_id,S=service", "--", "sh", "-c",
                #"echo "$T $U $I $S $LOCAL_ACCESS_TOKEN|" "$@"; exit 7"#, "sh", "a b", "", "-x", "--", "ü")
            #expect(named.status == 7, "\(named.err)")
            #expect(named.out == "1001-alice alice 1001 local | a b  -x -- ü\n")
        }
    }

    @Test("a command that is not there is 127, one that cannot be run 126, as with env; nobody is asked for a token")
    func missing() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let folder = rig.folder.path
            try rig.folder.write("#!/no/such/interpreter\n", to: "home/orphan", mode: 0o755)
            try rig.folder.write("no program\n", to: "home/plain", mode: 0o644)
            for (command, status) in [
                ("acctstore-no-such-command", 127), ("./nowhere/x", 127), ("/etc", 126), ("\(folder)/home/plain", 126),
            ] as [(String, Int32)] {
                let ended = try await terminal.run("acctstore exec -- \(command)")
                #expect(ended.status == status, "\(command): \(ended.err)")
                #expect(ended.err.hasPrefix("error: "))
                #expect(try await terminal.run("env \(command)").status == status)
            }
            #expect(!terminal.screen.contains("Allow?"))
            // What only the system can tell comes after the yes.
            let asking = try await terminal.begin("acctstore exec -- \(folder)/home/orphan")
            try await terminal.waitFor("Allow? once, no: ")
            try terminal.type("once\n")
            #expect(try await asking.finish().status == 127)
        }
    }

    @Test("a signal is the command's: it takes effect, and its end is the end of acctstore")
    func signals() async throws {
        try await withGrantedRig { rig, script in
            for number in [SIGTERM, SIGINT, SIGKILL, SIGHUP, SIGPIPE] {
                let running = try rig.start(script, "exec", "-a", "1", "--", "sh", "-c", "echo up; exec sleep 600")
                try await running.waitForOut("up")
                running.send(signal: number)
                #expect(try await running.finish().ending == .signalled(number))
            }
            let trapping = try rig.start(
                script, "exec", "-a", "1", "--", "sh", "-c",
                "trap 'echo taken; exit 9' TERM; echo up; while :; do sleep 0.05; done")
            try await trapping.waitForOut("up")
            trapping.send(signal: SIGTERM)
            let ended = try await trapping.finish()
            #expect(ended.ending == .exited(9) && ended.out == "up\ntaken\n")
        }
    }

    @Test("nothing of acctstore's own is left to the command: signals, modes of files, descriptors, its process")
    func inherited() async throws {
        try await withGrantedRig { rig, script in
            let looking =
                "umask; grep -E 'Sig(Blk|Ign|Cgt)' /proc/self/status; wc -l </proc/$$/task/$$/children; "
                + "exec ls /proc/self/fd"
            func look(_ command: [String], in mode: String) async throws -> String {
                try await rig.program(["/bin/sh", "-c", "\(mode); exec \"$@\"", "sh"] + command).run().out
            }
            for mode in [
                ":", "umask 027", "trap '' PIPE", "trap '' XFSZ", "trap '' HUP INT", "exec 7</dev/null", "exec 0<&-",
            ] {
                let direct = try await look(["sh", "-c", looking], in: mode)
                let through = try await look([script, "exec", "-a", "1", "--", "sh", "-c", looking], in: mode)
                #expect(withoutThreadSignals(direct) == withoutThreadSignals(through), "\(mode)")
            }
        }
    }

    @Test("at a terminal the command is the one in the foreground: it is stopped, goes on, and is ended by the keys")
    func jobControl() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try terminal.type("acctstore exec -- sh -c 'echo up $$; cat; echo down'\n")
            try await terminal.waitFor("Allow? once, no: ")
            try terminal.type("once\n")
            try await terminal.waitFor("up ")
            try terminal.type("one\n")
            try await terminal.waitFor("one\r\none\r\n")
            try terminal.type("\u{1A}")
            try await terminal.waitFor("Stopped")
            try await terminal.waitFor("$ ")
            try terminal.type("fg\n")
            try await terminal.waitFor("fg\r\nacctstore exec")
            try terminal.type("two\n")
            try await terminal.waitFor("two\r\ntwo\r\n")
            try terminal.type("\u{4}")
            try await terminal.waitFor("down")
            #expect(terminal.echoes)
            let killed = try await terminal.begin("acctstore exec -- sleep 600")
            try await terminal.waitFor("Allow? once, no: ")
            try terminal.type("once\n")
            try await eventually("sleep in the foreground") {
                terminal.foregroundGroup.map { ProcessName.of($0) } == "sleep"
            }
            try terminal.type("\u{3}")
            #expect(try await killed.finish().status == 130)
        }
    }

    @Test("the front end itself never reads the credential: its file is at its first byte when the helper begins")
    func frontEnd() async throws {
        try await withGrantedRig { rig, script in
            // In the place of the program that does: a look at what it was given.
            try rig.folder.write(
                "#!/bin/sh\nls -l /proc/self/fd/$1 | grep -o 'memfd:acctstore-credential'\n"
                    + "grep pos /proc/self/fdinfo/$1\necho \"$*\"\n",
                to: "bin/acctstore-reveal", mode: 0o755)
            let ended = try await rig.run(script, "exec", "-a", "1", "--env", "T=token", "--", "true")
            let lines = ended.out.split(separator: "\n")
            #expect(lines.count == 3, "\(ended.out) \(ended.err)")
            #expect(lines.first == "memfd:acctstore-credential")
            #expect(lines.dropFirst().first == "pos:\t0")
            #expect(lines.last?.hasSuffix(" run T=oauth_token|access_token true") == true)
        }
    }
}

/// A rig with a script that passes its arguments on to `acctstore`, and that may have the token of account 1.
private func withGrantedRig(_ body: (_ rig: Rig, _ script: String) async throws -> Void) async throws {
    try await withRig { rig in
        let terminal = try await rig.terminal(with: TestService.Known.alice)
        let script = try rig.script("wrapper", "#!/bin/sh\nexec acctstore \"$@\"\n")
        try await terminal.mustRun("acctstore grant any 1 --reveal")
        try await body(rig, script)
    }
}

extension Rig {
    fileprivate func start(_ words: String...) throws -> RunningProgram {
        try program(words).start()
    }

    fileprivate func run(_ words: String...) async throws -> Outcome {
        try await program(words).run()
    }
}

/// Without the two signals that the C library keeps for threads: it resets them in every program that has some.
private func withoutThreadSignals(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
        guard line.hasPrefix("Sig"), let mask = UInt64(line.split(separator: "\t").last ?? "", radix: 16) else {
            return String(line)
        }
        return line.prefix(7) + String(mask & ~0x1_8000_0000, radix: 16)
    }
}

/// What a process is called (`/proc/PID/comm`).
private enum ProcessName {
    static func of(_ processID: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 64)
        let file = unsafe open("/proc/\(processID)/comm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let count = unsafe read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n").first.map(
            String.init)
    }
}
