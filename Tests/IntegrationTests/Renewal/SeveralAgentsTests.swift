import TestRig
import Testing

/// The agent of a session bus and one without a bus, over one home and one vault.
@Suite("Several agents renew one token once")
struct SeveralAgentsTests {
    @Test("twenty programs, ten of each agent, find it ended: one renewal, and all are answered")
    func twenty() async throws {
        var options = RigOptions()
        options.secrets = .none
        options.configuration = "[acctstore]\nkeychain=vault\n"
        try await withRig(options) { rig in
            let maker = try await rig.terminal()
            let making = try await maker.begin("acctstore vault passphrase")
            try await VaultOnMachine.typeNew(
                VaultOnMachine.passphrase, again: VaultOnMachine.passphrase, at: maker)
            expectSuccess(try await making.finish())
            let onBus = try await rig.terminalWithClient()
            try await rig.set(life: .seconds(1))
            try await rig.addAlice(at: onBus)
            try await rig.set(life: .seconds(7200))

            let runtime = try rig.makeRuntimeFolder()
            let alone = try await rig.terminal(rig.environmentWithoutBus(runtime: runtime))
            let listing = try await alone.begin("acctstore list")
            try await VaultOnMachine.type(VaultOnMachine.passphrase, at: alone)
            expectSuccess(try await listing.finish(), prints: "1  @alice  new\n")
            #expect(RigProcesses.running(rig.agentPath).count == 2)
            try await Task.sleep(for: .milliseconds(1100))

            let requests = "for i in $(seq 10); do acctstore request GET 2/users/me >/dev/null && echo ok & done; wait"
            let begun = [
                try await onBus.begin("{ \(requests); }"), try await alone.begin("{ \(requests); }"),
            ]
            for typed in begun {
                let ended = try await typed.finish(within: .seconds(120))
                #expect(ended.out == String(repeating: "ok\n", count: 10), "\(ended.err)")
            }
            #expect(try await rig.renewals() == 1)
            let issued = try await rig.server.issuedTokens()
            #expect(issued.refresh.map(\.used) == [true, false] && issued.access.allSatisfy { !$0.revoked })
            // Both go on with what was stored, and so does the one that did not renew.
            for terminal in [onBus, alone] { expectSuccess(try await terminal.run("acctstore request GET 2/users/me")) }
            #expect(try await rig.renewals() == 1)
            let log = try await onBus.mustRun("acctstore log -n 100")
            #expect(log.split(separator: "\n").count { $0.contains(/renew +given\s/) } == 1, "\(log)")
        }
    }
}
