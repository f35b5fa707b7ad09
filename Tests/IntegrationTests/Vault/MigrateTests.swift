import TestRig
import Testing

@Suite("acctstore migrate")
struct MigrateTests {
    @Test("copies the keyring into the vault and back, compares, and deletes only what it is told to")
    func thereAndBack() async throws {
        var options = RigOptions()
        options.hasService = false
        options.configuration = "[acctstore]\nkeychain=secret-service\n"
        try await withRig(options) { rig in
            let terminal = try await KeptAccount().add(to: rig)
            try await terminal.mustRun("acctstore grant any 1")
            let before = try await terminal.run("acctstore list --json").out
            let items = try await rig.items("Account").count

            let keeping = try await terminal.begin("acctstore migrate --to vault")
            try await VaultOnMachine.typeNew("vault", again: "vault", at: terminal)
            try await terminal.waitFor("Delete it from the keyring")
            try terminal.type("no\n")
            let kept = try await keeping.finish()
            expectSuccess(kept, prints: "")
            #expect(
                kept.err.contains("nothing was deleted") && kept.err.contains("keychain=vault under [acctstore] in"))
            #expect(try await rig.items("Account").count == items)

            // Once more nothing is copied again.
            let again = try await terminal.run("acctstore migrate --to vault --yes")
            expectSuccess(again, prints: "")
            #expect(again.err.contains("copied now: 0") && again.err.contains("deleted"))
            #expect(try await rig.items("Account").isEmpty)

            try rig.folder.write("[acctstore]\nkeychain=vault\n", to: "home/.config/acctstore/acctstore.conf")
            expectSuccess(try await terminal.run("acctstore list --json"), prints: before)
            expectSuccess(try await terminal.run(KeptAccount.sign))

            let back = try await terminal.run("acctstore migrate --to secret-service --keep")
            expectSuccess(back, prints: "")
            try rig.folder.write("[acctstore]\nkeychain=secret-service\n", to: "home/.config/acctstore/acctstore.conf")
            expectSuccess(try await terminal.run("acctstore list --json"), prints: before)
            expectSuccess(try await terminal.run(KeptAccount.sign))
        }
    }

    @Test("refuses to merge into a keychain with other accounts, and changes nothing")
    func noMerging() async throws {
        var options = RigOptions()
        options.hasService = false
        options.configuration = "[acctstore]\nkeychain=vault\n"
        try await withRig(options) { rig in
            let terminal = try await rig.terminal()
            try await VaultOnMachine.fill(terminal, of: rig)
            try rig.folder.write("[acctstore]\nkeychain=secret-service\n", to: "home/.config/acctstore/acctstore.conf")
            _ = try await KeptAccount().add(to: rig)
            let file = VaultOnMachine.file(of: rig)
            let merging = try await terminal.begin("acctstore migrate --to vault --yes")
            try await VaultOnMachine.type(VaultOnMachine.passphrase, at: terminal)
            let refused = try await merging.finish()
            expectFailure(refused, 78, "nothing was copied")
            #expect(refused.nextSteps == ["Move \(rig.folder.path(VaultOnMachine.path)) away, and run this again."])
            #expect(VaultOnMachine.file(of: rig) == file)
            #expect(try await rig.items("Account").count == 1)
        }
    }
}
