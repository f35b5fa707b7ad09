import TestRig
import Testing

/// The systemd unit and the D-Bus service file as they are installed, and the agent under what they say.
@Suite("The unit")
struct UnitTests {
    private static let unit = "lib/systemd/user/acctstore-agent.service"

    @Test("systemd finds nothing to say about the installed unit, and what it keeps from the agent stays kept")
    func verified() async throws {
        try await withInstalled { rig, prefix in
            var verify = rig.program(["/usr/bin/systemd-analyze", "verify", "--user", "\(prefix)/\(Self.unit)"])
            verify.environment["MANPATH"] = "\(prefix)/share/man"
            // The status is 0 for a setting that it does not know.
            let verified = try await verify.run()
            expectSuccess(verified, prints: "")
            #expect(verified.err == "")
            // In tenths; 76 before namespaces, set-id files, real time and personalities were kept from it too.
            let security = try await rig.program([
                "/usr/bin/systemd-analyze", "security", "--user", "--offline=true", "--threshold=66", "--no-pager",
                "\(prefix)/\(Self.unit)",
            ]).run()
            #expect(security.status == 0, "\(security.out)\(security.err)")
        }
    }

    @Test("the installed service file starts the installed agent, and names the installed unit for systemd")
    func activated() async throws {
        try await withInstalled { rig, prefix in
            let installed = "prefix/share/dbus-1/services/org.acctstore.Agent1.service"
            let file = try #require(rig.folder.read(installed))
            #expect(file.contains("\nSystemdService=acctstore-agent.service\n"))
            try await rig.activateAgent(as: file)
            expectSuccess(try await rig.program(["\(prefix)/bin/acctstore", "list", "--json"]).run())
            let line = try await rig.program(["/bin/cat", "/proc/\(rig.agentPID)/cmdline"]).run()
            #expect(line.out == "\(prefix)/libexec/acctstore/acctstore-agent\0")
        }
    }

    @Test("under the unit's filter and limits the agent logs in, asks, names programs, signs, and sends over TLS")
    func filtered() async throws {
        try await withUnit { rig in
            let endpoint = try await rig.server.openTLS()
            let base = endpoint.base
            try rig.folder.describe("far", TestServiceDescription(.twitter11, base: base))
            let authority = try rig.folder.write(endpoint.authority, to: "home/ca.pem")
            try rig.folder.write("[network]\nca-file=\(authority)\n", to: "home/.config/acctstore/acctstore.conf")

            let terminal = try await rig.terminalWithApp()
            try await expectFilter(in: rig)
            try await logIn(at: terminal, in: rig)
            let secret = try rig.folder.write(TestService.Known.consumerSecret, to: "input/far")
            try await terminal.mustRun(
                "acctstore app set far --key \(TestService.Known.consumerKey) --secret-stdin <\(secret)")
            try await terminal.mustRun(
                "acctstore add far --token-stdin <\(try rig.tokens(of: TestService.Known.alice))")
            expectSuccess(try await terminal.run("acctstore post -a far:alice 'over TLS'"))
            #expect(try await rig.server.posts().map(\.text).contains("over TLS"))
            try await askAndSign(at: terminal, in: rig)
            let pid = try await rig.agentPID
            try await terminal.mustRun("acctstore agent stop")
            try await eventually("the agent ends") { !isRunning(pid) }
        }
    }

    @Test("under the unit's filter pinentry asks on the program's own terminal, and on a desktop")
    func dialogs() async throws {
        try await withUnit { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let asking = try await terminal.begin(try rig.askingProgram())
            try await terminal.waitFor("<Deny>")
            #expect(try processStatus(try await rig.dialogProcess(), "Seccomp") == "2")
            try terminal.type(Key.enter)
            try await terminal.waitFor("<Only this time>")
            try terminal.type(Key.enter)
            expectSuccess(try await asking.finish(), prints: "granted\n")
        }
        let desktop = try await Desktop.start()
        var options = RigOptions()
        options.environment["DISPLAY"] = desktop.display
        try await withUnit(options) { rig in
            _ = try await rig.terminal(with: TestService.Known.alice)
            let asking = try rig.program([try rig.askingProgram()]).start()
            let dialog = try await rig.dialogProcess()
            #expect(try processStatus(dialog, "Seccomp") == "2")
            try await desktop.press("alt+d", on: dialog)
            #expect(try await asking.finish().out == "refused\n")
        }
        await desktop.stop()
    }

    /// A rig whose bus starts the agent under the settings of its unit.
    private func withUnit(_ options: RigOptions = RigOptions(), _ body: (Rig) async throws -> Void) async throws {
        try await withRig(options) { rig in
            let program = "@libexecdir@/acctstore/acctstore-agent"
            let unit = try PackageFiles.text("data/acctstore-agent.service.in").replacing(program, with: rig.agentPath)
            try #require(unit.contains("\nExecStart=\(rig.agentPath)\n"))
            let launcher = try rig.busProgram("under_unit.py")
            try await rig.activateAgent(by: "\(launcher) \(try rig.folder.write(unit, to: "agent.service"))")
            try await body(rig)
        }
    }

    /// The settings took effect: what the kernel tells of the agent.
    private func expectFilter(in rig: Rig) async throws {
        let pid = try await rig.agentPID
        #expect(try processStatus(pid, "NoNewPrivs") == "1")
        #expect(try processStatus(pid, "Seccomp") == "2")
        #expect(try processStatus(pid, "Umask") == "0077")
        let filters = Int(try processStatus(pid, "Seccomp_filters")) ?? 0
        #expect(filters >= 7)
    }

    private func logIn(at terminal: Terminal, in rig: Rig) async throws {
        let adding = try await terminal.begin("acctstore add local --pin")
        try await terminal.waitFor("PIN: ")
        let found = terminal.screen.firstMatch(of: /oauth_token=([^\s&]+)/)
        let token = String(try #require(found).output.1)
        try terminal.type(try await rig.server.authorize(token, as: TestService.Known.bob) + "\n")
        try await terminal.confirm("Add @bob (local)?")
        expectSuccess(try await adding.finish(), prints: "1\n")
    }

    /// A script is named by its path, asked about, and its answer remembered; one without a terminal is refused by name.
    private func askAndSign(at terminal: Terminal, in rig: Rig) async throws {
        let script = try rig.signingScript()
        let asking = try await terminal.begin(script)
        try await terminal.waitFor("\(script) wants to read as @bob (1, local).")
        try await terminal.waitFor("Allow? yes (always), once, no: ")
        try terminal.type("yes\n")
        expectSuccess(try await asking.finish())
        expectSuccess(try await rig.alone(script))
        expectFailure(try await rig.alone(try rig.signingScript("another")), 77, "/another")
    }

    /// A rig with the programs installed into `prefix` by `make install`; nothing starts the agent yet.
    private func withInstalled(_ body: (Rig, String) async throws -> Void) async throws {
        var options = RigOptions()
        options.hasService = false
        try await withRig(options) { rig in
            let prefix = rig.folder.path("prefix")
            // The library is installed along; this is not about it.
            try rig.folder.write("", to: "bin/libacctstore.so.1")
            let install = Program(
                [
                    "/usr/bin/make", "-s", "-C", PackageFiles.root, "install", "PREFIX=\(prefix)",
                    "built=\(rig.programs)",
                ], environment: ["PATH": "/usr/bin:/bin"], user: .current)
            let installed = try await install.run()
            try #require(installed.status == 0, "\(installed.err)")
            try await body(rig, prefix)
        }
    }
}
