import TestRig
import Testing

@Suite("The agent's memory")
struct GuardedMemoryTests {
    @Test(
        "where nothing may be locked, requests are signed all the same, and it is said once that secrets may reach swap"
    )
    func lockedMemory() async throws {
        try await withRig(options()) { rig in
            let terminal = try await KeptAccount().add(to: rig)
            let agent = try rig.program(["/usr/bin/prlimit", "--memlock=0:0", rig.agentPath]).start()
            try await rig.bus.waitForOwner("org.acctstore.Agent1")
            for _ in 1...3 { expectSuccess(try await terminal.run(KeptAccount.sign)) }
            try await agent.waitForErr("ulimit -l")
            await agent.stop()
            #expect(
                agent.err.split(separator: "\n").count { $0.contains("secrets may reach swap") } == 1, "\(agent.err)")
        }
    }

    @Test("a crash leaves no core, though the session allows cores of any size", arguments: ["SEGV", "ABRT"])
    func core(signal: String) async throws {
        try await withRig(options()) { rig in
            let terminal = try await KeptAccount().add(to: rig)
            // Only a parent hears from the kernel whether a core was written.
            let crash = """
                import os, resource, signal, sys
                resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
                # What a toolchain prints of a crash is none of the agent's doing, and outlives a signal that was sent.
                os.environ["SWIFT_BACKTRACE"] = "enable=no"
                pid = os.posix_spawn(sys.argv[1], [sys.argv[1]], os.environ)
                print("started", flush=True)
                sys.stdin.readline()
                print(open(f"/proc/{pid}/limits").read().split("Max core file size")[1].split()[:2])
                os.kill(pid, signal.SIG\(signal))
                status = os.waitpid(pid, 0)[1]
                print(os.WTERMSIG(status) == signal.SIG\(signal), os.WCOREDUMP(status), flush=True)
                """
            let parent = try rig.program(["/usr/bin/python3", "-c", crash, rig.agentPath], input: .open).start()
            try await rig.bus.waitForOwner("org.acctstore.Agent1")
            expectSuccess(try await terminal.run(KeptAccount.sign))
            parent.send("now\n")
            parent.closeInput()
            let ended = try await parent.finish()
            #expect(ended.out == "started\n['0', '0']\nTrue False\n", "\(ended.err)")
        }
    }

    private func options() -> RigOptions {
        var options = RigOptions()
        options.hasService = false
        options.activatesAgent = false
        return options
    }
}
