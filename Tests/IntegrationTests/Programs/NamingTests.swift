import TestRig
import Testing

/// Whom the agent names, over a real bus, for programs as people start them.
@Suite("The program that asks")
struct NamingTests {
    @Test("in Python is named by its file, by whatever way Python got it; without a file it has no name")
    func python() async throws {
        try await withRig { rig in
            _ = try await rig.terminal(with: TestService.Known.alice)
            let text = "import subprocess\nsubprocess.run('\(try rig.asking)'.split())\n"
            let script = try rig.script("a.py", "#!/usr/bin/python3\n" + text)
            let byEnv = try rig.script("b.py", "#!/usr/bin/env -S python3 -u\n" + text)
            let shell = try rig.script(
                "c.py", "#!/usr/bin/python3\n" + text.replacing("'.split()", with: "', shell=True"))
            let link = rig.folder.path("home/bin/linked")
            _ = try await rig.program(["/usr/bin/ln", "-s", "a.py", link]).run()
            #expect(try await rig.refused(running: "/usr/bin/python3", script) == script)
            #expect(try await rig.refused(running: "/usr/bin/python3", "home/bin/a.py") == script)
            for path in [script, byEnv, shell, link] {
                #expect(try await rig.refused(running: path) == path)
            }
            #expect(try await rig.refused(running: "/usr/bin/python3", "-c", text) == Named.unknown)
            #expect(try await rig.refused(running: "/usr/bin/python3", input: .text(text)) == Named.unknown)
            let module = ["/usr/bin/env", "--chdir=\(rig.folder.path("home/bin"))", "python3", "-m", "a"]
            #expect(rig.refused(try await rig.program(module).run().err) == Named.unknown)
        }
    }

    @Test("in a shell is its script, whatever stands between: sh -c, xargs, timeout, nohup, a pipe, $(…)")
    func shells() async throws {
        try await withRig { rig in
            _ = try await rig.terminal(with: TestService.Known.alice)
            let ask = try rig.asking
            let words = ask.split(separator: " ")
            let (part, url) = (words.dropLast().joined(separator: " "), words[words.count - 1])
            for (number, line) in [
                ask, "sh -c '\(ask); true'", "timeout 60 \(ask)", "nohup \(ask)", "setsid --wait \(ask)",
                "echo \(url) | xargs \(part)", "\(ask) | cat", "echo | \(ask)",
                "echo $(\(ask); true)", "( ( \(ask); true ); true )",
                "env -i DBUS_SESSION_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS \(ask)",
                "timeout 60 env sh -c 'echo \(url) | xargs nohup \(part); true'",
            ].enumerated() {
                let script = try rig.script("nightly-\(number)", "#!/bin/bash\n\(line)\ntrue\n")
                #expect(try await rig.refused(running: script) == script, "\(line)")
            }
            #expect(try await rig.refused(running: "/bin/sh", "-c", "\(ask); true") == Named.unknown)
            #expect(try await rig.refused(running: "/bin/sh", input: .text("\(ask)\ntrue\n")) == Named.unknown)
        }
    }

    @Test("and forked away from its parents keeps its name")
    func doubleForks() async throws {
        try await withRig { rig in
            _ = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.script(
                "daemon.py",
                """
                #!/usr/bin/python3
                import os, subprocess
                for _ in range(2):
                    if os.fork(): os._exit(0)
                    os.setsid()
                with open(os.environ['HOME'] + '/part', 'w') as out:
                    subprocess.run('\(try rig.asking)'.split(), stderr=out)
                os.rename(os.environ['HOME'] + '/part', os.environ['HOME'] + '/daemon')
                """)
            _ = try await rig.program([script]).run()
            #expect(rig.refused(try await rig.waitForText(in: "daemon")) == script)
        }
    }

    @Test("and a binary is named by its path, until it is deleted or replaced while it runs")
    func binaries() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let account = try await rig.accountID(at: terminal)
            let url = "\(try rig.server.base)1.1/x.json"
            let tool = rig.folder.path("tool")
            let change = ["rm \(tool)", "cp \(tool) \(tool).new && mv \(tool).new \(tool)"]
            for (change, name) in [(nil, tool)] + change.map({ ($0, Named.unknown) }) {
                try rig.folder.copy("/usr/bin/python3", to: "tool")
                let running = try rig.agentClient("--wait", "sign", account, url, by: tool, input: .open).start()
                try await running.waitForOut("ready\n")
                if let change { try await terminal.mustRun(change) }
                running.send("\n")
                let outcome = try await running.finish()
                #expect(outcome.out.contains("AccessDenied: \(name) has no access"), "\(outcome.out)")
            }
        }
    }

    @Test("is named once for each connection: what it execs afterwards goes under that name, as SECURITY.md says")
    func execAfterConnecting() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let account = try await rig.accountID(at: terminal)
            let start = """
                #!/usr/bin/python3
                import os, sys
                sys.path.insert(0, os.path.dirname('\(try rig.agentClient)'))
                from agent_client import Gio, run

                """
            let second = try rig.script(
                "second.py",
                start
                    + """
                    stream = Gio.Socket.new_from_fd(int(sys.argv[1])).connection_factory_create_connection()
                    bus = Gio.DBusConnection.new_sync(stream, None, Gio.DBusConnectionFlags.NONE, None, None)
                    run(bus, 'sign', '\(account)', '\(try rig.server.base)1.1/x.json')
                    """)
            let first = try rig.script(
                "first.py",
                start
                    + """
                    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
                    if sys.argv[1] == 'known': run(bus, 'list')
                    socket = os.dup(bus.get_stream().get_socket().get_fd())
                    os.set_inheritable(socket, True)
                    os.execv('\(second)', ['\(second)', str(socket)])
                    """)
            let known = try await rig.program([first, "known"]).run()
            #expect(known.err.contains("\(first) has no access"), "\(known.err)")
            let unknown = try await rig.program([first, "unknown"]).run()
            #expect(unknown.err.contains("\(second) has no access"), "\(unknown.err)")
        }
    }

    @Test("in tmux is the person at the shell of a window, and tmux for a command that it was given")
    func tmux() async throws {
        try await withRig { rig in
            _ = try await rig.terminal(with: TestService.Known.alice)
            let ask = try rig.asking
            // A server each: one whose last session has ended is on its way out, and takes a new one with it.
            func tmux(_ server: String, _ arguments: [String]) async throws {
                // What runs a command that is given as one word. The rig's user has none in the list of users.
                let shell = ["/usr/bin/env", "SHELL=/bin/bash"]
                let program = ["/usr/bin/tmux", "-S", rig.folder.path("\(server).tmux"), "-f", "/dev/null"]
                let ended = try await rig.program(shell + program + arguments).run()
                #expect(ended.status == 0, "\(ended.err)")
            }
            let home = rig.folder.path("home")
            func toFile(_ command: String, _ file: String) -> String {
                "\(command) >\(home)/out 2>\(home)/part; echo status $? >>\(home)/part; mv \(home)/part \(home)/\(file)"
            }
            try await tmux("given", ["new-session", "-d", toFile("\(ask) --no-prompt", "given")])
            #expect(rig.refused(try await rig.waitForText(in: "given")) == "/usr/bin/tmux")

            // What is typed while the shell sets its terminal up may be lost.
            let prompt = "PROMPT_COMMAND='echo >\(home)/prompt'"
            let window = ["new-session", "-d", "-s", "person", "\(prompt) exec bash --norc --noediting"]
            try await tmux("person", window)
            _ = try await rig.waitForText(in: "prompt")
            try await tmux("person", ["send-keys", "-t", "person", "-l", toFile(ask, "typed")])
            try await tmux("person", ["send-keys", "-t", "person", "Enter"])
            #expect(try await rig.waitForText(in: "typed") == "status 0\n")
            try await tmux("person", ["kill-server"])
        }
    }
}
