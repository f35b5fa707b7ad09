import Glibc
import TestRig
import Testing

/// What a host does to the library, and what happens around it.
@Suite("The library in trouble")
struct LibraryTroubleTests {
    @Test("what may not be passed is an error, with and without a bus, and never a crash")
    func arguments() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig)
            let program = try await caller.program("arguments")
            expectSuccess(try await rig.program([program]).run(), prints: "all refused\n")
            expectSuccess(
                try await rig.program([program, caller.url, caller.account]).run(), prints: "all refused\n")
        }
    }

    @Test("without a bus, or without an agent on it, a handle cannot be opened, and the error says why")
    func noBus() async throws {
        var options = RigOptions()
        options.activatesAgent = false
        options.hasService = false
        try await withRig(options) { rig in
            let library = try await InstalledLibrary(in: rig.folder)
            let path = try await library.build(
                "Tests/IntegrationTests/Library/Programs/caller.c", as: "home/bin/caller")
            let noAgent = try await rig.program([path, "list"]).run()
            #expect(noAgent.status == LibraryCode.unavailable, "\(noAgent.out)")
            #expect(noAgent.out.contains("no agent runs"), "\(noAgent.out)")
            #expect(noAgent.out.hasSuffix("\nacctstore doctor\n"), "\(noAgent.out)")
            // What it says helps: the front end starts the agent that lies beside it.
            _ = try await rig.acctstore("doctor")
            expectSuccess(try await rig.program([path, "list"]).run(), prints: "0 accounts\n")

            var program = rig.program([path, "list"])
            program.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(rig.folder.path)/none"
            let noBus = try await program.run()
            #expect(noBus.status == LibraryCode.unavailable, "\(noBus.out)")
            #expect(noBus.out.hasPrefix("error 7 org.acctstore.Error.Unavailable\n"), "\(noBus.out)")
            #expect(noBus.err == "")
        }
    }

    @Test("an agent that is killed is an error where it was at work; the same handle reaches the next one")
    func agentKilled() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig)
            let running = try rig.program(
                [caller.path, "repeat", caller.account, "GET", caller.url], input: .open
            ).start()
            running.send("1\n")
            try await running.waitForOut("line 1\n")
            try await killAgent(of: rig)
            running.send("2\n")
            try await running.waitForOut("line 2\n")
            running.closeInput()
            let ended = try await running.finish()
            expectSuccess(ended)
            #expect(ended.out.components(of: "Authorization: OAuth ") == 2)

            var slowness = Fault(times: 1)
            slowness.delay = 120
            try await rig.server.add(slowness)
            let received = try await rig.server.log().count
            let posting = try rig.program([caller.path, "perform", caller.account, "POST", caller.url]).start()
            try await rig.waitForRequests(received + 1)
            kill(try await rig.bus.ownerPID("org.acctstore.Agent1"), SIGKILL)
            #expect(try await posting.finish().status == LibraryCode.outcomeUnknown)
        }
    }

    /// Returns when the bus knows of it: until then it would give the dead one calls.
    private func killAgent(of rig: Rig) async throws {
        let name = "org.acctstore.Agent1"
        kill(try await rig.bus.ownerPID(name), SIGKILL)
        while try await rig.bus.hasOwner(name) { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test("a bus that ends is an error of every call from then on, and no hang")
    func busGone() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig)
            let running = try rig.program(
                [caller.path, "repeat", caller.account, "GET", caller.url], input: .open
            ).start()
            running.send("1\n")
            try await running.waitForOut("line 1\n")
            await rig.bus.stop()
            for line in 2...3 {
                running.send("\(line)\n")
                try await running.waitForOut("line \(line)\n")
            }
            running.closeInput()
            let ended = try await running.finish()
            #expect(ended.status == LibraryCode.unavailable, "\(ended.out)")
            #expect(ended.out.components(of: "error 7 org.acctstore.Error.Unavailable") == 2, "\(ended.out)")
            #expect(ended.err == "")
        }
    }

    @Test("8 threads share a handle: every call is answered, and no signature comes twice")
    func threads() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig)
            let program = try await caller.program("threads")
            let ended = try await rig.program([program, caller.account, caller.url, "8", "40"]).run()
            expectSuccess(ended)
            let headers = ended.out.split(separator: "\n")
            #expect(headers.count == 320 && Set(headers).count == 320)
            #expect(headers.allSatisfy { $0.hasPrefix("OAuth ") })
        }
    }

    @Test("64 threads, more than a machine has processors, hold up nobody")
    func manyThreads() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig)
            let program = try await caller.program("threads")
            let ended = try await rig.program([program, caller.account, caller.url, "64", "2"]).run()
            expectSuccess(ended)
            #expect(Set(ended.out.split(separator: "\n")).count == 128)
        }
    }

    @Test("a fork can use it where its parent did not, and else is told so at once; its parent goes on")
    func fork() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig)
            let program = try await caller.program("forked")
            let ended = try await rig.program([program, caller.account, caller.url]).run()
            expectSuccess(ended, prints: "forked\n")
        }
    }

    @Test("loaded by name and let go three times; what is not in the header cannot be had")
    func loading() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig)
            let program = try await caller.library.build(
                "Tests/IntegrationTests/Library/Programs/loaded.c", as: "home/bin/loaded")
            let ended = try await rig.program([program, caller.library.path]).run()
            expectSuccess(ended)
            #expect(ended.out.hasSuffix("let go\n"))
        }
    }

    @Test("valgrind finds no bad access and nothing lost, in calls that succeed, fail, wait and stream")
    func valgrind() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig, granted: nil)
            let options = [
                "-q", "--error-exitcode=99", "--leak-check=full", "--errors-for-leak-kinds=definite",
                "--show-leak-kinds=definite", "--child-silent-after-fork=yes",
            ]
            // It does not read the notes of every compiler.
            try await caller.library.strip()
            // Under valgrind the process is valgrind: that is who asks.
            try await caller.terminal.mustRun("acctstore grant any 1")
            for call in [
                ["list"], ["sign", caller.account, "GET", caller.url, "a", "b"],
                ["--cancellable", "perform", caller.account, "GET", caller.url],
                ["perform", caller.account, "POST", caller.url, "bytes"],
                ["--timeout", "60000", "sign", caller.account, "GET", "https://example.org/"],
            ] {
                let ended = try await rig.program(["/usr/bin/valgrind"] + options + [caller.path] + call).run()
                #expect(ended.status != 99, "\(call): \(ended.err)")
                #expect(ended.status == (call.contains("https://example.org/") ? 4 : 0), "\(call): \(ended.out)")
            }
        }
    }
}
