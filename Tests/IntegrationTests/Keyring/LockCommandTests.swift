import TestRig
import Testing

@Suite("acctstore lock and unlock")
struct LockCommandTests {
    @Test("lock has the next request read the keyring again, and asks nobody")
    func lock() async throws {
        var options = RigOptions()
        options.secrets = .fake(FakeSecretService.Behaviour())
        options.hasService = false
        try await withRig(options) { rig in
            let terminal = try await KeptAccount().add(to: rig)
            let fake = try #require(rig.fakeSecrets)
            /// How often secrets were read during `commands`.
            func reads(_ commands: String...) async throws -> Int {
                let before = fake.calls.count { $0 == "GetSecrets" }
                for command in commands { try await terminal.mustRun(command) }
                return fake.calls.count { $0 == "GetSecrets" } - before
            }
            #expect(try await reads(KeptAccount.sign) == 1)
            #expect(try await reads(KeptAccount.sign, KeptAccount.sign) == 0)
            let locked = try await terminal.run("acctstore lock")
            expectSuccess(locked, prints: "")
            #expect(locked.err == "the agent keeps no credential\n")
            #expect(try await reads(KeptAccount.sign, KeptAccount.sign) == 1)
        }
    }

    @Test("lock --keyring locks it for all; a program without a terminal may only have the agent forget")
    func lockKeyring() async throws {
        try await withRig(options()) { rig in
            let terminal = try await KeptAccount().add(to: rig)
            expectSuccess(try await rig.acctstore("lock"), prints: "")
            expectFailure(try await rig.acctstore("lock", "--keyring"), 77, "lock the keyring")
            #expect(try await !rig.gnomeKeyring.isLocked())
            expectSuccess(try await terminal.run("acctstore lock --keyring"), prints: "")
            #expect(try await rig.gnomeKeyring.isLocked())
            expectFailure(try await terminal.run(KeptAccount.sign), 79, "locked")
            // Once more is no error.
            expectSuccess(try await terminal.run("acctstore lock --keyring"), prints: "")
        }
    }

    @Test("unlock asks by the keyring's own means: 80 dismissed, 79 where nobody can answer, else it is open")
    func unlock() async throws {
        try await withRig(options()) { rig in
            let terminal = try await KeptAccount().add(to: rig)
            let opened = try await terminal.run("acctstore unlock")
            expectSuccess(opened, prints: "")
            #expect(opened.err == "the keyring is open\n")
            try await rig.gnomeKeyring.lock()
            let closed = try await terminal.run("acctstore unlock")
            expectFailure(closed, 79, "locked", "no program here to ask")
            let prompter = try await PrompterDouble.start(
                on: rig.bus, answers: [.dismiss, .password(GnomeKeyring.password)])
            expectFailure(try await terminal.run("acctstore unlock"), 80, "dismissed")
            expectSuccess(try await rig.acctstore("unlock"), prints: "")
            #expect(try await !rig.gnomeKeyring.isLocked())
            expectSuccess(try await terminal.run(KeptAccount.sign))
            #expect(prompter.promptCount == 2)
            await prompter.stop()
        }
    }

    private func options() -> RigOptions {
        var options = RigOptions()
        options.hasService = false
        return options
    }
}
