import TestRig
import Testing

@Suite("Which program asks, with real processes of another user")
struct IdentityProcessTests {
    static let noTerminal = "it has no terminal"

    @Test("A script is named by its path, however it was started")
    func scripts() async throws {
        try await IdentityPlace.use { place in
            let python = try place.pythonScript("job.py")
            let expected = "script:\(python), \(IdentityProcessTests.noTerminal)"
            #expect(try await place.answer("/usr/bin/python3", python) == expected)
            #expect(try await place.answer("/usr/bin/python3", "-u", "-W", "ignore", "job.py") == expected)
            #expect(try await place.answer(python) == expected)
            #expect(try await place.answer("./job.py") == expected)
            #expect(try await place.answer("/usr/bin/setsid", "--wait", "./bin/.././job.py") == expected)
            let byEnv = try place.pythonScript("env.py", "#!/usr/bin/env -S python3 -u")
            #expect(try await place.answer(byEnv).hasPrefix("script:\(byEnv),"))
            let shell = try place.script("nightly")
            #expect(try await place.answer(shell).hasPrefix("script:\(shell),"))
            #expect(try await place.answer("/usr/bin/bash", "nightly").hasPrefix("script:\(shell),"))
            let perl = try place.script("job.pl", "#!/usr/bin/perl -w", "system('\(place.probe)');")
            #expect(try await place.answer(perl).hasPrefix("script:\(perl),"))
        }
    }

    @Test("A link to a script is kept as it was called")
    func links() async throws {
        try await IdentityPlace.use { place in
            _ = try place.pythonScript("versions/2/job.py")
            let link = place.folder.path("job")
            _ = try await place.program(["/usr/bin/ln", "-s", "versions/2/job.py", link]).run()
            #expect(try await place.answer(link).hasPrefix("script:\(link),"))
        }
    }

    @Test("Text, modules and standard input have no name")
    func nameless() async throws {
        try await IdentityPlace.use { place in
            let unknown = "unknown, \(IdentityProcessTests.noTerminal)"
            let code = "import subprocess\nsubprocess.run(['\(place.probe)'])"
            _ = try place.pythonScript("job.py")
            #expect(try await place.answer("/usr/bin/python3", "-c", code) == unknown)
            #expect(try await place.answer("/usr/bin/python3", "-m", "job") == unknown)
            #expect(try await place.answer("/usr/bin/python3", input: .text(code)) == unknown)
            #expect(try await place.answer("/usr/bin/bash", input: .text("\(place.probe)\ntrue\n")) == unknown)
            #expect(
                try await place.answer("/usr/bin/bash", "-c", "bash <(echo '\(place.probe); true'); true") == unknown)
        }
    }

    @Test(
        "What only runs another program is passed over, alone and one in another",
        arguments: [
            "sh -c 'PROBE; true'", "env A=b PROBE", "timeout 20 PROBE", "nohup PROBE", "setsid --wait PROBE",
            "echo list | xargs PROBE", "nice PROBE", "( PROBE; true )", "( ( PROBE; true ); true )",
            "timeout 20 env sh -c 'echo x | xargs nohup PROBE; true'", "PROBE & wait",
            "bash -c 'set -e; ( PROBE ; true )'", "echo $(PROBE; true)",
        ])
    func launchers(line: String) async throws {
        try await IdentityPlace.use { place in
            let text = line.replacing("PROBE", with: place.probe)
            let script = try place.script("nightly", "#!/bin/bash", "\(text)\ntrue")
            let answer = try await place.answer(script)
            #expect(answer == "script:\(script), \(IdentityProcessTests.noTerminal)")
        }
    }

    @Test("A binary is named by its path, until its file is another one")
    func binaries() async throws {
        try await IdentityPlace.use { place in
            let tool = try place.folder.copy("/usr/bin/sleep", to: "tool")
            let exe = "exe:\(tool), \(IdentityProcessTests.noTerminal)"
            try await place.whileRunning([tool, "60"]) { pid in
                try await eventually("the name of \(tool)") { FileText.link("/proc/\(pid)/exe") == tool }
                let probe = [place.probe, "--plain", "--pid", "\(pid)"]
                #expect(try await place.answer(probe[0], probe[1], probe[2], probe[3]) == exe)
                _ = try await place.program(["/usr/bin/cp", tool, "\(tool).new"]).run()
                _ = try await place.program(["/usr/bin/mv", "\(tool).new", tool]).run()
                #expect(try await place.answer(probe[0], probe[1], probe[2], probe[3]).hasPrefix("unknown,"))
                _ = try await place.program(["/usr/bin/rm", tool]).run()
                #expect(try await place.answer(probe[0], probe[1], probe[2], probe[3]).hasPrefix("unknown,"))
            }
        }
    }

    @Test("A name that looks like the kernel's own line about a process is only a name")
    func strangeNames() async throws {
        try await IdentityPlace.use { place in
            let tool = try place.folder.copy(place.probe, to: "x) S 1 (\n0 0")
            let answer = try await place.program([tool, "--plain"]).run().out
            #expect(answer == "exe:\(tool), \(IdentityProcessTests.noTerminal)\n")
        }
    }

    @Test("A program that hides itself, and one of another user, are refused")
    func hidden() async throws {
        try await IdentityPlace.use { place in
            let hiding = """
                import ctypes, time
                ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
                print('hidden', flush=True)
                time.sleep(60)
                """
            try await place.whileRunning(["/usr/bin/python3", "-c", hiding], until: "hidden") { pid in
                let answer = try await place.answer(place.probe, "--pid", "\(pid)")
                #expect(answer == "refused: cannot tell which program process \(pid) is: its executable cannot be read")
            }
            #expect(try await place.answer(place.probe, "--pid", "1").hasPrefix("refused: "))
            #expect(try await place.answer(place.probe, "--pid", "999999999").hasPrefix("refused: "))
        }
    }

    @Test("A program in namespaces of its own is in a sandbox, whatever it calls itself")
    func namespaces() async throws {
        try await IdentityPlace.use { place in
            let command = [
                "/usr/bin/unshare", "--user", "--map-root-user", "--mount", "sh", "-c", "echo in; exec sleep 60",
            ]
            try await place.whileRunning(command, until: "in") { pid in
                let answer = try await place.answer(place.probe, "--pid", "\(pid)")
                #expect(answer == "sandbox, it has no terminal")
            }
        }
    }
}
