import TestRig
import Testing

/// Whoever copies all accounts holds the lock of each whose token can be renewed, all of them at once.
@Suite("acctstore migrate, of more accounts than an agent may have files open")
struct ManyRenewableTests {
    private static let count = 40

    @Test("raises the limit as far as may be, tells where that is too little, and then copies nothing")
    func many() async throws {
        var options = RigOptions()
        options.hasService = false
        try await withRig(options) { rig in
            let terminal = try await rig.terminal()
            for number in 1...Self.count {
                try rig.folder.write(
                    "access_token=at-\(number)&refresh_token=rt-\(number)&expires_in=7200&client_id=cid"
                        + "&user_id=\(number)&screen_name=user\(number)", to: "tokens")
                try await terminal.mustRun("acctstore add twitter --token-stdin < tokens")
            }
            try await start(rig, terminal, most: 72)
            let agent = try await rig.agentPID
            let copying = try await terminal.begin("acctstore migrate --to vault")
            try await VaultOnMachine.typeNew("vault", again: "vault", at: terminal)
            let refused = try await copying.finish()
            expectFailure(
                refused, 69, "may have 72 files open here, and too few are left to lock an account's token")
            #expect(try await rig.agentPID == agent)

            try await start(rig, terminal, most: 1024)
            let again = try await terminal.begin("acctstore migrate --to vault")
            try await VaultOnMachine.type("vault", at: terminal)
            let copied = try await again.finish()
            expectSuccess(copied, prints: "")
            #expect(copied.err.contains("\(Self.count)"), "\(copied.err)")
        }
    }

    /// An agent that is started with a limit of 64 files, and may raise it so far.
    private func start(_ rig: Rig, _ terminal: TestRig.Terminal, most: Int) async throws {
        let limited = try rig.script(
            "agent-with-\(most)", "#!/bin/sh\nulimit -Sn 64\nulimit -Hn \(most)\nexec \(rig.agentPath) \"$@\"\n")
        try await rig.activateAgent(by: limited)
        try await terminal.mustRun("acctstore agent stop")
        try await terminal.mustRun("acctstore list")
    }
}
