import TestRig
import Testing

/// The systemd timer. No user manager runs here: the files are checked by systemd, the command is run as it stands.
@Suite("Examples: a systemd timer")
struct TimerTests {
    @Test("systemd has nothing to say against the service and its timer")
    func verified() async throws {
        try await withRig { rig in
            let machine = try await ExampleMachine(rig)
            for name in ["acctstore-hello.service", "acctstore-hello.timer"] {
                let text = try machine.text(of: "systemd/\(name)")
                try rig.folder.write(text.replacing("/usr/local/bin", with: rig.programs), to: "units/\(name)")
            }
            let files = ["service", "timer"].map { rig.folder.path("units/acctstore-hello.\($0)") }
            let ended = try await rig.program(["/usr/bin/systemd-analyze", "verify", "--user"] + files).run()
            expectSuccess(ended, prints: "")
            // It ends with 0 after complaints too.
            #expect(ended.err == "")
            let calendar = try await rig.program(
                ["/usr/bin/systemd-analyze", "calendar", try Unit(machine, "timer").value("OnCalendar")]
            ).run()
            expectSuccess(calendar)
        }
    }

    @Test("its command posts, once; the line that grants it is a command of ours")
    func posts() async throws {
        try await withRig { rig in
            let machine = try await ExampleMachine(rig)
            try await machine.grant("systemd/acctstore-hello.service")
            let service = try Unit(machine, "service")
            let ended = try await machine.terminal.run(try service.command)
            expectSuccess(ended)
            #expect(try await machine.posts() == ["HOST is up"])
        }
    }

    @Test("it is tried again after what sent nothing, and after nothing else")
    func again() async throws {
        try await withRig { rig in
            let machine = try await ExampleMachine(rig)
            let service = try Unit(machine, "service")
            let again = try service.value("RestartForceExitStatus").split(separator: " ").compactMap { Int32($0) }
            #expect(again == [69, 75, 79])
            let command = try service.command
            #expect(!again.contains(try await rig.program(["/bin/sh", "-c", command]).run().status), "not granted")

            try await rig.gnomeKeyring.lock()
            #expect(again.contains(try await machine.terminal.run(command).status))
            try await rig.gnomeKeyring.unlock()
            try await rig.server.add(.answer(429, "", path: "/2/tweets"))
            #expect(again.contains(try await machine.terminal.run(command).status))
            #expect(try await machine.posts() == [])
            var lost = Fault.answer(500, "", path: "/2/tweets")
            lost.process = true
            try await rig.server.add(lost)
            #expect(!again.contains(try await machine.terminal.run(command).status))
        }
    }
}

/// One of the two files.
private struct Unit {
    private let lines: [Substring]
    private let programs: String

    init(_ machine: ExampleMachine, _ kind: String) throws {
        lines = try machine.text(of: "systemd/acctstore-hello.\(kind)").split(separator: "\n")
        programs = machine.rig.programs
    }

    func value(_ key: String) throws -> String {
        String(try #require(lines.first { $0.hasPrefix("\(key)=") }).dropFirst(key.count + 1))
    }

    /// The command of the service, with a host's name where systemd puts it.
    var command: String {
        get throws {
            try value("ExecStart").replacing("/usr/local/bin", with: programs).replacing("%H", with: "HOST")
        }
    }
}
