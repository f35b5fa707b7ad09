import TestRig
import Testing

/// The same as of a vault: ``ClosedVaultTests``.
@Suite("A keyring that is locked during a log-in")
struct ClosedKeyringTests {
    @Test("what the log-in brought is stored once it is open, and the service is not asked again")
    func locked() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            let adding = try await terminal.begin("acctstore add new --pin --user alice")
            let ended = try await rig.server.visit(adding.address(), as: TestService.Known.alice)
            try await rig.gnomeKeyring.lock()
            try await adding.paste(ended, at: terminal)
            try await terminal.waitFor("Try again to store the log-in?")
            try await rig.gnomeKeyring.unlock()
            try terminal.type("yes\n")
            expectSuccess(try await adding.finish(), prints: "1\n")
            #expect(try await rig.server.log().count { $0.path == "/oauth2/token" } == 1)
            expectSuccess(try await terminal.run("acctstore verify 1"))
        }
    }
}
