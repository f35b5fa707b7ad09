import Glibc
import TestRig
import Testing

@Suite("Without a session bus a command has an agent of its own")
struct PrivateAgentTests {
    @Test("the Secret Service is not to be had: both ways out are named, nothing else is tried, and no agent stays")
    func secretService() async throws {
        try await withRig(options()) { rig in
            for runtime in [nil, try rig.makeRuntimeFolder()] {
                let listed = try await rig.acctstoreWithoutBus("list", runtime: runtime)
                expectFailure(listed, 69, "no session bus")
                #expect(listed.nextSteps.first == "dbus-run-session -- bash")
                let vault = try #require(listed.nextSteps.last)
                #expect(vault.hasPrefix("mkdir -p "), "\(listed.err)")
                try await eventually("the agent ends") { RigProcesses.running(rig.agentPath).isEmpty }
            }
            #expect(!rig.hasMeetingPlace(rig.folder.path("session")))
        }
    }

    @Test("an address that names no bus is an error, and no reason to go round it")
    func brokenBus() async throws {
        try await withRig(options()) { rig in
            var program = rig.program([rig.acctstorePath, "list"])
            program.environment = rig.environmentWithoutBus()
            program.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(rig.folder.path)/none"
            let without = try await program.run()
            expectFailure(without, 69, "session bus")
            #expect(without.nextSteps == ["dbus-run-session -- bash"])
            // Of no use where the accounts are in a keyring, whatever else is there.
            try rig.folder.write("", to: "home/.local/share/acctstore/vault")
            #expect(try await program.run().nextSteps == ["dbus-run-session -- bash"])
            try rig.folder.write("[acctstore]\nkeychain=vault\n", to: "home/.config/acctstore/acctstore.conf")
            #expect(
                try await program.run().nextSteps == ["unset DBUS_SESSION_BUS_ADDRESS", "dbus-run-session -- bash"])
            // Nor where that leads to another bus.
            let runtime = try rig.makeRuntimeFolder()
            program.environment["XDG_RUNTIME_DIR"] = runtime
            let bind = "import socket; socket.socket(socket.AF_UNIX).bind('\(runtime)/bus')"
            #expect(try await rig.program(["/usr/bin/python3", "-c", bind]).run().status == 0)
            #expect(try await program.run().nextSteps == ["dbus-run-session -- bash"])
            #expect(RigProcesses.running(rig.agentPath).isEmpty)
        }
    }

    @Test("help, the version and mistakes start none; nor does agent status, which finds none")
    func startsNone() async throws {
        try await withRig(options()) { rig in
            let runtime = try rig.makeRuntimeFolder()
            #expect(try await rig.acctstoreWithoutBus("--version", runtime: runtime).status == 0)
            #expect(try await rig.acctstoreWithoutBus("nonsense", runtime: runtime).status == 64)
            let status = try await rig.acctstoreWithoutBus("agent", "status", runtime: runtime)
            expectSuccess(status, prints: "not running\n")
            expectSuccess(try await rig.acctstoreWithoutBus("agent", "stop", runtime: runtime))
            #expect(!PackageFiles.exists(runtime + "/acctstore"))
        }
    }

    @Test("a connection that another process than the parent made is refused, and so is what is no socket")
    func foreignConnection() async throws {
        try await withRig(options()) { rig in
            let script = try rig.script("lend", lender)
            for (how, words) in [("grandparent", "not the program that started"), ("file", "no socket")] {
                var program = rig.program(["/usr/bin/python3", script, how, rig.agentPath])
                program.environment = rig.environmentWithoutBus()
                let ended = try await program.run()
                #expect(ended.err.contains(words), "\(ended.err)")
                #expect(ended.out == (how == "file" ? "64\n" : "77\n"), "\(ended.err)")
            }
            let wrong = try await rig.program([rig.agentPath, "--connection", "0"]).run()
            #expect(wrong.status == 64, "\(wrong.err)")
        }
    }

    private func options() -> RigOptions {
        var options = RigOptions()
        options.hasService = false
        options.secrets = .none
        return options
    }

    /// Starts the agent with an end of a pair of sockets that this process made, though a child is its parent, or with a file.
    private let lender = """
        import os, socket, subprocess, sys
        how, agent = sys.argv[1:]
        own, other = socket.socketpair()
        lent = other.fileno() if how == "grandparent" else os.open("/dev/null", os.O_RDWR)
        command = [agent, "--connection", str(lent)]
        if how == "grandparent":
            # A shell stays between the two, since it has more to do.
            command = ["/bin/sh", "-c", '"$@"; exit $?', "sh", *command]
        print(subprocess.run(command, pass_fds=[lent], timeout=60).returncode)
        """
}
