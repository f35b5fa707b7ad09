import AgentClient
import Glibc
import TestRig
import Testing

@Suite("acctstore finds or starts its agent")
struct AgentStartTests {
    private static let name = "org.acctstore.Agent1"

    @Test("the bus starts the agent where it can")
    func activated() async throws {
        try await withRig(options()) { rig in
            let listed = try await rig.acctstore("list")
            #expect(listed.status == 0, "\(listed.err)")
            let pid = try await rig.bus.ownerPID(Self.name)
            #expect(try await rig.acctstore("list").status == 0)
            #expect(try await rig.bus.ownerPID(Self.name) == pid)
        }
    }

    @Test("where the bus cannot, the agent beside acctstore is started: in its own session, in /, with nothing open")
    func startedBeside() async throws {
        var options = options()
        options.activatesAgent = false
        try await withRig(options) { rig in
            let listed = try await rig.acctstore("list")
            #expect(listed.status == 0, "\(listed.err)")
            let pid = try await rig.bus.ownerPID(Self.name)
            #expect(getsid(pid) == pid)
            // What its /proc entries say else is root's alone, since it is not dumpable.
            let line = try await rig.program(["/bin/cat", "/proc/\(pid)/cmdline"]).run()
            #expect(line.out.hasPrefix(rig.agentPath + "\0"))
            let environment = try await rig.program(["/bin/cat", "/proc/\(pid)/environ"]).run()
            #expect(environment.status != 0, "another process of the person can look into it")
        }
    }

    @Test("the installed place is found too")
    func installed() async throws {
        var options = options()
        options.activatesAgent = false
        try await withRig(options) { rig in
            try rig.folder.copy(rig.agentPath, to: "libexec/acctstore/acctstore-agent")
            unsafe unlink(rig.agentPath)
            let listed = try await rig.acctstore("list")
            #expect(listed.status == 0, "\(listed.err)")
        }
    }

    @Test("without an agent anywhere, the error tells where it was looked for")
    func missing() async throws {
        var options = options()
        options.activatesAgent = false
        try await withRig(options) { rig in
            unsafe unlink(rig.agentPath)
            let listed = try await rig.acctstore("list")
            #expect(listed.status == 69)
            #expect(listed.out.isEmpty)
            #expect(listed.err.contains(rig.agentPath))
            #expect(listed.err.contains("libexec/acctstore/acctstore-agent"))
        }
    }

    @Test("an agent that cannot start says why, or how it died", arguments: [true, false])
    func cannotStart(activates: Bool) async throws {
        var options = options()
        options.activatesAgent = activates
        try await withRig(options) { rig in
            unsafe unlink(rig.agentPath)
            try rig.folder.write("#!/bin/sh\nexit 3\n", to: "bin/acctstore-agent", mode: 0o755)
            let died = try await rig.acctstore("list")
            #expect(died.status == 69)
            #expect(died.err.contains("status 3"), "\(died.err)")
            let script = "#!/bin/sh\nprintf 'no room for it\\nmake room\\n' >&3\nexit 1\n"
            try rig.folder.write(script, to: "bin/acctstore-agent", mode: 0o755)
            let explained = try await rig.acctstore("list")
            #expect(explained.status == 69)
            #expect(explained.err.contains("no room for it"), "\(explained.err)")
            #expect(explained.err.contains("make room"), "\(explained.err)")
        }
    }

    @Test("an agent of another release is replaced, once")
    func otherRelease() async throws {
        try await withRig(options()) { rig in
            let other = try rig.script("other-agent", otherAgent)
            let running = try rig.program(["/usr/bin/python3", other]).start()
            try await rig.bus.waitForOwner(Self.name)
            let left = try await rig.acctstore("doctor", "--no-start")
            #expect(left.out.contains("note     agent          one of release 99.0 runs"), "\(left.out)")
            #expect(try await rig.bus.ownerPID(Self.name) == running.pid)
            let listed = try await rig.acctstore("list")
            #expect(listed.status == 0, "\(listed.err)")
            try await running.waitForOut("lost")
            let pid = try await rig.bus.ownerPID(Self.name)
            #expect(pid != running.pid)
            #expect(try await rig.acctstore("list").status == 0)
            #expect(try await rig.bus.ownerPID(Self.name) == pid)
            await running.stop()
        }
    }

    @Test(
        "doctor replaces an agent of another release, and tells of the one that it found; one that stays is a problem")
    func doctorMeetsAnother() async throws {
        try await withRig(options()) { rig in
            let other = try rig.script("other-agent", otherAgent)
            let stubborn = try rig.program(["/usr/bin/python3", other, "keep"]).start()
            try await rig.bus.waitForOwner(Self.name)
            expectProblem(
                try await rig.acctstore("doctor"), 69, "agent", "99.0", next: "acctstore agent stop\n")
            await stubborn.stop()
            let running = try rig.program(["/usr/bin/python3", other]).start()
            try await rig.bus.waitForOwner(Self.name)
            let replaced = try await rig.acctstore("doctor")
            #expect(replaced.out.contains("in the place of release 99.0\n"), "\(replaced.out)")
            #expect(replaced.out.contains("ok       libraries      the agent is of release \(AgentClient.release),"))
            try await running.waitForOut("lost")
            await running.stop()
        }
    }

    @Test("an agent of another release that keeps its name is an error with a way out, not a loop")
    func stubbornRelease() async throws {
        try await withRig(options()) { rig in
            let other = try rig.script("other-agent", otherAgent)
            let running = try rig.program(["/usr/bin/python3", other, "keep"]).start()
            try await rig.bus.waitForOwner(Self.name)
            let listed = try await rig.acctstore("list")
            #expect(listed.status == 69)
            #expect(listed.err.contains("99.0"), "\(listed.err)")
            #expect(listed.err.contains("acctstore agent stop"), "\(listed.err)")
            await running.stop()
        }
    }

    @Test("without a session bus, one line says what to start")
    func noBus() async throws {
        try await withRig(options()) { rig in
            var program = rig.program([rig.acctstorePath, "list"])
            program.environment["DBUS_SESSION_BUS_ADDRESS"] = nil
            program.environment["XDG_RUNTIME_DIR"] = nil
            let listed = try await program.run(deadline: .seconds(20))
            #expect(listed.status == 69)
            #expect(listed.err.contains("dbus-run-session"), "\(listed.err)")
        }
    }

    @Test("without an address the bus of the runtime folder is taken")
    func runtimeFolder() async throws {
        try await withRig(options()) { rig in
            var program = rig.program([rig.acctstorePath, "list"])
            program.environment["DBUS_SESSION_BUS_ADDRESS"] = nil
            let listed = try await program.run()
            #expect(listed.status == 0, "\(listed.err)")
        }
    }

    private func options() -> RigOptions {
        var options = RigOptions()
        options.hasService = false
        return options
    }

    /// Owns the name and tells another release. With an argument it keeps the name whatever comes.
    private let otherAgent = """
        import sys, dbus, dbus.service, dbus.mainloop.glib
        from gi.repository import GLib
        dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
        bus = dbus.SessionBus()
        flags = 4 if len(sys.argv) > 1 else 5
        bus.request_name("org.acctstore.Agent1", flags)
        class Agent(dbus.service.Object):
            @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="ss", out_signature="v")
            def Get(self, interface, name):
                return dbus.Struct(("99.0", "9"), signature="ss", variant_level=1)
        agent = Agent(bus, "/org/acctstore/Agent1")
        bus.add_signal_receiver(lambda name: print("lost", flush=True), "NameLost", "org.freedesktop.DBus")
        GLib.MainLoop().run()

        """
}
