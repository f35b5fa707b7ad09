import Glibc
import TestRig
import Testing

/// With a vault, the agent of one command waits for the next one.
@Suite("Without a session bus, commands of one session share an agent that keeps a vault")
struct SessionAgentTests {
    @Test("the next command finds it, whoever else may not; agent status and stop do too")
    func shared() async throws {
        try await withSession { (rig, runtime) async throws in
            let first = try await agent(of: rig, runtime)
            _ = try await rig.acctstoreWithoutBus("list", runtime: runtime)
            #expect(RigProcesses.running(rig.agentPath) == [first])
            let status = try await rig.acctstoreWithoutBus("agent", "status", runtime: runtime)
            #expect(status.out.contains("process \(first)"), "\(status.out)")
            #expect(status.out.contains("\(runtime)/acctstore/agent-"), "\(status.out)")
            #expect(getsid(first) == first)
            let environment = try await rig.program(["/bin/cat", "/proc/\(first)/environ"]).run()
            #expect(environment.status != 0, "another process of the person can look into it")
            expectSuccess(try await rig.acctstoreWithoutBus("agent", "stop", runtime: runtime))
            try await eventually("the agent ends") { RigProcesses.running(rig.agentPath).isEmpty }
            #expect(!rig.hasMeetingPlace(runtime))
        }
    }

    @Test("a process of another user that gets as far as its socket is shown the door, whoever that user is")
    func anotherUser() async throws {
        try await withSession { (rig, runtime) async throws in
            let first = try await agent(of: rig, runtime)
            var knocking = rig.program(["/usr/bin/python3", "-c", knock, rig.meetingPlace(runtime)])
            let own = try await knocking.run()
            #expect(own.status == 0 && own.out.hasPrefix("OK "), "\(own.out)\(own.err)")
            // Root passes by the modes of folder and socket.
            guard RigUser.current != .rig else { return }
            knocking.user = .current
            let other = try await knocking.run()
            #expect(other.status == 0 && other.out == "nothing\n", "\(other.out)\(other.err)")
            #expect(RigProcesses.running(rig.agentPath) == [first])
        }
    }

    @Test("without a runtime folder each command has its own, which ends with it")
    func alone() async throws {
        try await withSession { (rig, _) async throws in
            _ = try await rig.acctstoreWithoutBus("list")
            try await eventually("the agent ends") { RigProcesses.running(rig.agentPath).isEmpty }
        }
    }

    @Test("of commands that begin at once, one starts it")
    func atOnce() async throws {
        try await withSession { (rig, runtime) async throws in
            try await withThrowingTaskGroup(of: Outcome.self) { group in
                for _ in 0..<6 {
                    group.addTask { try await rig.acctstoreWithoutBus("agent", runtime: runtime) }
                    group.addTask { try await rig.acctstoreWithoutBus("list", runtime: runtime) }
                }
                // Whatever the keychain has to say: none of them lacked an agent.
                for try await ended in group { #expect(!ended.err.contains("agent"), "\(ended.err)") }
            }
            try await eventually("one agent is left") { RigProcesses.running(rig.agentPath).count == 1 }
        }
    }

    @Test("one that was killed is replaced at the next command, and what waited for it ended at once")
    func killed() async throws {
        try await withSession { (rig, runtime) async throws in
            let first = try await agent(of: rig, runtime)
            kill(first, SIGKILL)
            try await eventually("it is gone") { !isRunning(first) }
            #expect(rig.hasMeetingPlace(runtime))
            #expect(try await agent(of: rig, runtime) != first)
        }
    }

    @Test("SIGTERM ends it within a second, and idleness in time")
    func ends() async throws {
        try await withSession(idleExit: "1s") { (rig, runtime) async throws in
            let first = try await agent(of: rig, runtime)
            kill(first, SIGTERM)
            try await eventually("it ends", within: .seconds(10)) { !isRunning(first) }
            _ = try await agent(of: rig, runtime)
            try await eventually("it is idle") { RigProcesses.running(rig.agentPath).isEmpty }
            #expect(!rig.hasMeetingPlace(runtime))
        }
    }

    @Test("one of another release is told that it is replaced, and the command has its own")
    func otherRelease() async throws {
        try await withSession { (rig, runtime) async throws in
            let other = try rig.script("other-agent", otherAgent)
            var program = rig.program(["/usr/bin/python3", other, runtime, rig.meetingPlace(runtime)])
            program.environment = rig.environmentWithoutBus(runtime: runtime)
            let running = try program.start()
            try await running.waitForOut("waiting")
            let agent = try await agent(of: rig, runtime)
            #expect(agent != running.pid)
            try await running.waitForOut("replaced")
            let status = try await rig.acctstoreWithoutBus("agent", "status", runtime: runtime)
            #expect(!status.out.contains("99.0"), "\(status.out)")
        }
    }

    @Test("a folder of the runtime folder's that is a link, or another user's, is not used")
    func unsuitable() async throws {
        try await withSession { (rig, runtime) async throws in
            let elsewhere = try rig.folder.makeFolder("elsewhere")
            #expect(unsafe symlink(elsewhere, runtime + "/acctstore") == 0)
            _ = try await rig.acctstoreWithoutBus("list", runtime: runtime)
            #expect(unsafe rmdir(elsewhere) == 0, "nothing was made there")
            try await eventually("the agent ends") { RigProcesses.running(rig.agentPath).isEmpty }
        }
    }

    @Test(
        "what keeps the agent from its place is told by each command and by doctor, with the command that mends it; unlock claims nothing",
        arguments: ["socket", "lock", "folder", "mode"])
    func inTheWay(_ what: String) async throws {
        try await HeadlessMachine.with { (machine) async throws in
            let (rig, runtime, terminal) = (machine.rig, machine.runtime, machine.terminal)
            try await machine.makeVault()
            expectSuccess(try await terminal.run("acctstore agent stop"))
            try await eventually("the agent ends") { machine.agents.isEmpty }
            let place = rig.meetingPlace(runtime)
            let obstacle =
                switch what {
                case "socket": "rm -f \(place) && mkdir -m 700 \(place)"
                case "lock": "rm -f \(place).lock && mkdir -m 700 \(place).lock"
                case "folder": "rm -r \(runtime)/acctstore && touch \(runtime)/acctstore"
                default: "chmod 777 \(runtime)"
                }
            try await terminal.mustRun(obstacle)
            let phrase = try rig.folder.write(HeadlessMachine.passphrase + "\n", to: "input/phrase", mode: 0o600)
            let listed = try await terminal.run("acctstore --passphrase-fd 3 list 3<\(phrase)")
            #expect(listed.status == 0, "\(listed.err)")
            #expect(listed.err.split(separator: "\n").count { $0.contains("no agent can wait") } == 1, "\(listed.err)")
            let unlocked = try await terminal.run("acctstore --passphrase-fd 3 unlock 3<\(phrase)")
            expectFailure(unlocked, 69, "no agent can wait")
            #expect(unlocked.nextSteps == ["acctstore doctor"] && !unlocked.err.contains("the vault is open"))
            let examined = try await terminal.run(
                "acctstore doctor --json | jq -r '.checks[] | select(.check == \"agent\" and .state == \"problem\") | .next'"
            )
            #expect(examined.out.hasPrefix(what == "mode" ? "chmod 700 " : "mv "), "\(examined.out)\(examined.err)")
            try await terminal.mustRun(examined.out.filter { $0 != "\n" })
            expectSuccess(try await terminal.run("acctstore --passphrase-fd 3 unlock 3<\(phrase)"))
            expectSuccess(try await terminal.run("acctstore list"), prints: "")
        }
    }

    /// The agent that waits, after a command that wanted one.
    private func agent(of rig: Rig, _ runtime: String) async throws -> Int32 {
        _ = try await rig.acctstoreWithoutBus("list", runtime: runtime)
        let status = try await rig.acctstoreWithoutBus("agent", "status", runtime: runtime)
        let words = status.out.split(separator: " ")
        let number = words.firstIndex(of: "process").flatMap { Int32(words[words.index(after: $0)]) }
        return try #require(number, "\(status.out)\(status.err)")
    }

    private func withSession(
        idleExit: String = "10m", _ body: (Rig, String) async throws -> Void
    ) async throws {
        var options = RigOptions()
        options.hasService = false
        options.secrets = .none
        options.configuration = "[acctstore]\nkeychain=vault\n[agent]\nidle-exit=\(idleExit)\n"
        try await withRig(options) { rig in try await body(rig, try rig.makeRuntimeFolder()) }
    }

    /// Says hello as D-Bus has it, and prints what is answered.
    private let knock = """
        import os, socket, sys
        knocking = socket.socket(socket.AF_UNIX)
        knocking.connect(sys.argv[1])
        try:
            knocking.sendall(b"\\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\\r\\n")
            print(knocking.recv(100).decode() or "nothing")
        except (BrokenPipeError, ConnectionResetError):
            print("nothing")
        """

    /// Waits at the session's place as an agent of another release does, and tells when it is replaced.
    private let otherAgent = """
        import os, signal, sys
        from gi.repository import Gio, GLib
        folder = sys.argv[1] + "/acctstore"
        os.makedirs(folder, 0o700, exist_ok=True)
        info = Gio.DBusNodeInfo.new_for_xml('<node><interface name="org.acctstore.Agent1">'
            '<property name="Version" type="(ss)" access="read"/></interface></node>')
        kept = []
        def connected(server, connection):
            kept.append(connection)
            connection.register_object("/org/acctstore/Agent1", info.interfaces[0], None,
                lambda *_: GLib.Variant("(ss)", ("99.0", "99")), None)
            return True
        server = Gio.DBusServer.new_sync("unix:path=" + sys.argv[2], Gio.DBusServerFlags.NONE,
            Gio.dbus_generate_guid(), None, None)
        server.connect("new-connection", connected)
        server.start()
        loop = GLib.MainLoop()
        GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, loop.quit)
        print("waiting", flush=True)
        loop.run()
        print("replaced", flush=True)
        """
}
