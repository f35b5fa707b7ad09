import TestRig
import Testing

/// `status` says how things stand, without changing how they stand.
@Suite("How things stand")
struct StatusTests {
    @Test("unlocked, locked after use, never unlocked: told, with nobody asked and nothing opened")
    func keyring() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let prompter = try await PrompterDouble.start(on: rig.bus, answers: [.die, .die, .die])
            let open = try await terminal.run("acctstore status")
            expectSuccess(open)
            #expect(open.err == "")
            for words in [
                "acts as   @alice (1, local), the only one\n", "keychain  secret-service (gnome-keyring-daemon)",
                ", open\n",
                "apps      default (local)\n", "agent     running, process ",
            ] {
                #expect(open.out.contains(words), "\(open.out)")
            }
            try await rig.gnomeKeyring.lock()
            let locked = try await terminal.run("acctstore status")
            #expect(locked.status == 79, "\(locked.err)")
            #expect(locked.out.contains("@alice (1, local), the only one"))
            #expect(locked.out.contains(", locked\n"))
            #expect(locked.nextSteps.first?.contains("gnome-keyring-daemon") == true)
            #expect(try await rig.gnomeKeyring.isLocked())

            try await rig.gnomeKeyring.restart(.locked)
            for command in ["acctstore status", "acctstore status --json"] {
                let unopened = try await terminal.run(command)
                #expect(unopened.status == 79, "\(unopened.err)")
                #expect(unopened.out.contains(command.hasSuffix("json") ? #""state":"unopened""# : "locked since"))
            }
            #expect(try await rig.gnomeKeyring.isLocked())
            #expect(prompter.promptCount == 0)
            await prompter.stop()
        }
    }

    @Test("no keyring, no collection, no bus: each told apart")
    func unreachable() async throws {
        var options = RigOptions()
        options.secrets = .none
        try await withRig(options) { rig in
            var program = rig.program([rig.acctstorePath, "status"])
            let withoutKeyring = try await program.run()
            #expect(withoutKeyring.status == 69)
            #expect(
                withoutKeyring.out.contains("keychain  secret-service, cannot be reached\n"), "\(withoutKeyring.out)")
            #expect(withoutKeyring.nextSteps.count == 2)
            program.environment["DBUS_SESSION_BUS_ADDRESS"] = nil
            program.environment["XDG_RUNTIME_DIR"] = rig.folder.path
            let withoutBus = try await program.run()
            #expect(withoutBus.status == 69)
            #expect(withoutBus.out.contains("agent     of this command alone\n"), "\(withoutBus.out)")
            #expect(withoutBus.errorLine?.contains("session bus") == true)
        }
        options.secrets = .gnomeKeyring(.locked)
        try await withRig(options) { rig in
            let empty = try await rig.terminal().run("acctstore status")
            #expect(empty.status == 78, "\(empty.err)")
            #expect(empty.out.contains("without a collection"), "\(empty.out)")
        }
    }

    @Test("nothing kept yet: the first steps; several accounts: how to say which")
    func beginning() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal()
            let empty = try await terminal.run("acctstore status")
            #expect(empty.status == 67)
            #expect(empty.nextSteps == ["acctstore app set twitter --key KEY", "acctstore add"])
        }
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice, TestService.Known.bob)
            let several = try await terminal.run("acctstore status")
            #expect(several.status == 64)
            #expect(several.out.contains("@alice (1, local), @bob (2, local)"))
            expectSuccess(try await terminal.run("ACCTSTORE_ACCOUNT=bob acctstore status"))
            let program = try await rig.acctstore("status", "-a", "2")
            #expect(program.status == 77, "\(program.err)")
            #expect(!program.out.contains("@alice"))
        }
    }
}
