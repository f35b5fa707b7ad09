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

    @Test("Too few descriptors are told as that, and never as a process that is gone or has no name")
    func fewDescriptors() async throws {
        try await IdentityPlace.use { place in
            let script = try place.script(
                "nightly", "#!/bin/sh", "for spare in $(seq 0 40); do '\(place.probe)' --spare $spare; done\ntrue")
            let answers = try await place.program([script]).run().out.split(separator: "\n")
            let name = "script:\(script), "
            #expect(answers.first?.hasSuffix(": Too many open files") == true, "\(answers)")
            #expect(answers.last == "\(name)\(IdentityProcessTests.noTerminal)", "\(answers)")
            for answer in Set(answers).subtracting(answers.suffix(1)) {
                #expect(
                    answer.hasSuffix(": Too many open files") || answer == "\(name)Too many open files", "\(answer)")
            }
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
            "dbus-run-session -- PROBE", "dbus-run-session -- timeout 20 PROBE; true",
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
            try await place.whileRunning([tool, "600"]) { pid in
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
                time.sleep(600)
                """
            try await place.whileRunning(["/usr/bin/python3", "-c", hiding], until: "hidden") { pid in
                let answer = try await place.answer(place.probe, "--pid", "\(pid)")
                #expect(answer == "refused: cannot tell which program process \(pid) is: its executable cannot be read")
            }
            #expect(try await place.answer(place.probe, "--pid", "1").hasPrefix("refused: "))
            #expect(try await place.answer(place.probe, "--pid", "999999999").hasPrefix("refused: "))
        }
    }

    @Test("A shell that a program starts for a command is passed over")
    func shellOfAProgram() async throws {
        try await IdentityPlace.use { place in
            let text = "import subprocess\nsubprocess.run('\(place.probe) | cat; true', shell=True)"
            let script = try place.script("job.py", "#!/usr/bin/python3", text)
            #expect(try await place.answer(script) == "script:\(script), \(IdentityProcessTests.noTerminal)")
        }
    }

    @Test("The chain of parents goes from what called acctstore up, subshells left out")
    func chain() async throws {
        try await IdentityPlace.use { place in
            let script = try place.script("nightly", "#!/bin/bash", "( timeout 20 \(place.probe) --chain; true )\ntrue")
            let job = try place.script(
                "job.py", "#!/usr/bin/python3", "import subprocess\nsubprocess.run(['\(script)'])")
            #expect(try await place.answer(job).hasPrefix("timeout ← nightly ← job.py ← "))
        }
    }

    @Test("Who forked away from its parents keeps its own name; acctstore alone has none then")
    func doubleForks() async throws {
        try await IdentityPlace.use { place in
            let text = """
                import os, subprocess, sys, time
                for _ in range(2):
                    if os.fork(): os._exit(0)
                    os.setsid()
                subprocess.run([sys.argv[1]], stdout=open('answer', 'w'))
                """
            let script = try place.script("daemon.py", "#!/usr/bin/python3", text)
            _ = try await place.program([script, place.probe]).run()
            try await place.waitForAnswer(in: "answer")
            #expect(place.folder.read("answer") == "script:\(script), \(IdentityProcessTests.noTerminal)\n")

            // Its parents end before it begins; who takes it in is the machine's first process, or another's.
            let orphan = """
                import os, sys, time
                reader, writer = os.pipe()
                if os.fork(): os._exit(0)
                os.setsid()
                if os.fork(): os._exit(0)
                os.close(writer)
                os.read(reader, 1)
                os.dup2(os.open('orphan', os.O_WRONLY | os.O_CREAT, 0o600), 1)
                os.execv(sys.argv[1], sys.argv[1:])
                """
            let launcher = try place.script("orphan.py", "#!/usr/bin/python3", orphan)
            _ = try await place.program([launcher, place.probe]).run()
            try await place.waitForAnswer(in: "orphan")
            #expect(place.folder.read("orphan")?.contains(launcher) == false)
        }
    }

    @Test("Processes that end while they are looked at have their own name or none, and never another's")
    func dying() async throws {
        try await IdentityPlace.use { place in
            for milliseconds in 0..<25 {
                let duration = "0.\(String(1000 + milliseconds).dropFirst())"
                let dying = try place.program(["/usr/bin/sleep", duration]).start()
                let answer = try await place.answer(place.probe, "--plain", "--pid", "\(dying.pid)")
                let names = [
                    "exe:/usr/bin/sleep,", "exe:/usr/bin/setpriv,", "exe:/usr/bin/env,", "unknown,", "refused: ",
                ]
                #expect(names.contains { answer.hasPrefix($0) }, "\(answer)")
            }
        }
    }
}
