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
}
