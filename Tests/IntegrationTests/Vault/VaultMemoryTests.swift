import TestRig
import Testing

@Suite("The memory of an agent with a vault")
struct VaultMemoryTests {
    @Test("never keeps the passphrase, and after lock neither a token's secret nor an app's")
    func passphraseAndSecrets() async throws {
        try await withRig(VaultOnMachine.options()) { rig in
            let account = KeptAccount()
            // Like nothing else in any memory.
            let passphrase = KeptAccount().tokenSecret
            let making = try await rig.terminal()
            let made = try await making.begin("acctstore vault passphrase")
            try await VaultOnMachine.typeNew(passphrase, again: passphrase, at: making)
            expectSuccess(try await made.finish(), prints: "")

            let terminal = try await account.add(to: rig)
            let signing = try await terminal.begin(KeptAccount.sign)
            try await VaultOnMachine.type(passphrase, at: terminal)
            expectSuccess(try await signing.finish())
            let memory = try await KeptAccount.memory(of: rig)
            #expect(try account.copies(in: memory) > 0)
            #expect(try memory.count(of: passphrase) == 0)

            try await terminal.mustRun("acctstore lock")
            #expect(try account.copies(in: memory) == 0)
            #expect(try memory.count(of: passphrase) == 0)
        }
    }

    @Test("keeps no passphrase of a command that ended, nor one that lock came before")
    func unusedPassphrases() async throws {
        try await withRig(VaultOnMachine.options()) { rig in
            let passphrase = KeptAccount().tokenSecret
            let locking = try await rig.terminal()
            for ending in ["kill", "lock"] {
                let terminal = try await rig.terminal()
                _ = try await terminal.begin("acctstore vault passphrase")
                try await terminal.waitFor("New passphrase of the vault: ")
                try await eventually("no echo") { !terminal.echoes }
                try terminal.type("\(passphrase)\n")
                try await terminal.waitFor("The same again: ")
                let memory = try await KeptAccount.memory(of: rig)
                #expect(try memory.count(of: passphrase) == 1)
                if ending == "lock" {
                    try await locking.mustRun("acctstore lock")
                    #expect(try memory.count(of: passphrase) == 0)
                }
                try terminal.type("\u{3}")
                try await eventually("the agent forgets it") { try memory.count(of: passphrase) == 0 }
            }
        }
    }
}
