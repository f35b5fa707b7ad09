import TestRig
import Testing

@Suite("The person at a real terminal")
struct IdentityTerminalTests {
    @Test("What a person types is the person's, redirected or launched too, and may be asked about")
    func typed() async throws {
        try await use { place, terminal in
            for line in [
                "\(place.probe)", "timeout 20 \(place.probe)", "env A=b \(place.probe)", "( \(place.probe); true )",
                "echo x | xargs \(place.probe)",
                "bash -c '\(place.probe); true'", "nice \(place.probe) </dev/null",
                "sh -c '\(place.probe); true' </dev/null",
            ] {
                let answer = try await terminal.run(line).out
                #expect(answer == "terminal, asked\n", "\(line)")
            }
        }
    }

    @Test("In the background nobody is asked, and not where no question is wanted")
    func background() async throws {
        try await use { place, terminal in
            let away = "terminal, it does not run in the foreground of its terminal\n"
            try terminal.type("\(place.probe) >\(place.folder.path("background")) &\n")
            try await place.waitForAnswer(in: "background")
            #expect(place.folder.read("background") == away)
            let answer = try await terminal.run("\(place.probe) --no-prompt").out
            #expect(answer == "terminal, it wants no questions asked (--no-prompt, or interactive=false)\n")
        }
    }

    @Test("A script or a binary that a person starts is that program, and may be asked about")
    func programs() async throws {
        try await use { place, terminal in
            let script = try place.pythonScript("job.py")
            let answer = try await terminal.run("./job.py").out
            #expect(answer == "script:\(script), asked\n")
            let binary = try await terminal.run("\(place.probe) --plain").out
            #expect(binary == "exe:\(place.probe), asked\n")
        }
    }

    @Test("A process group of its own, as timeout makes one in a script, is out of reach of the keys")
    func ownGroup() async throws {
        try await use { place, terminal in
            let script = try place.script("limited", "#!/bin/sh", "timeout 20 \(place.probe)\ntrue")
            let answer = try await terminal.run(script).out
            #expect(answer == "script:\(script), it does not run in the foreground of its terminal\n")
        }
    }

    @Test("Text that a shell gets through a pipe is not the person's")
    func piped() async throws {
        try await use { place, terminal in
            let answer = try await terminal.run("echo '\(place.probe); true' | bash").out
            #expect(answer == "unknown, asked\n")
            let named = try await terminal.run("echo '\(place.probe); true' | bash -s").out
            #expect(named == "unknown, asked\n")
        }
    }

    @Test("A program that left the terminal is not the person's")
    func detached() async throws {
        try await use { place, terminal in
            let answer = try await terminal.run("setsid --wait \(place.probe)").out
            #expect(answer == "unknown, it has no terminal\n")
        }
    }

    @Test("Only the caller's own side of its own terminal is asked on")
    func passedTerminals() async throws {
        try await IdentityPlace.use { place in
            let text = """
                import fcntl, os, subprocess, sys, termios
                mine, other = os.openpty(), os.openpty()
                passed = {'slave': mine[1], 'master': mine[0], 'other': other[1], 'file': 0}[sys.argv[1]]
                subprocess.run(
                    ['\(place.probe)', '--terminal', str(passed)], start_new_session=True, pass_fds=[passed],
                    preexec_fn=lambda: fcntl.ioctl(mine[1], termios.TIOCSCTTY, 0))
                """
            let script = try place.script("open.py", "#!/usr/bin/python3", text)
            #expect(try await place.answer(script, "slave") == "script:\(script), asked")
            for wrong in ["master", "other", "file"] {
                let answer = try await place.answer(script, wrong)
                #expect(answer == "script:\(script), the terminal that it passed is not its own")
            }
        }
    }

    @Test("A shell in a shell is the person's as well")
    func nested() async throws {
        try await use { place, terminal in
            try terminal.type("bash --norc --noediting -i\n\(place.probe) >\(place.folder.path("nested"))\n")
            try await place.waitForAnswer(in: "nested")
            #expect(place.folder.read("nested") == "terminal, asked\n")
        }
    }

    @Test("Whoever opened a terminal for one command is named")
    func opened() async throws {
        try await use { place, terminal in
            let line = "script -qec '\(place.probe); true' /dev/null"
            let answer = try await terminal.run(line).out
            #expect(answer.hasPrefix("exe:/usr/bin/script, asked"))
        }
    }

    private func use(_ body: (IdentityPlace, Terminal) async throws -> Void) async throws {
        try await IdentityPlace.use { place in
            let terminal = try await Terminal.open(in: place.folder, environment: place.environment)
            do {
                try await body(place, terminal)
            } catch {
                await terminal.close()
                throw error
            }
            await terminal.close()
        }
    }
}
