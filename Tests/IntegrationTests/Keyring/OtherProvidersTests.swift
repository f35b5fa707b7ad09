import TestRig
import Testing

/// An account's life in other keyrings than gnome-keyring: `make check-providers` runs this.
@Suite("An account in another keyring", .serialized)
struct OtherProvidersTests {
    @Test(
        "is added, listed, used, locked, opened by the person's password, and removed",
        arguments: OtherProvider.allCases)
    func life(in provider: OtherProvider) async throws {
        let desktop = try await Desktop.start()
        var options = RigOptions()
        options.secrets = .other(provider, at: desktop)
        options.environment["DISPLAY"] = desktop.display
        let result: Result<Void, any Error>
        do {
            result = .success(
                try await withRig(options) { rig in
                    let running = try #require(rig.otherProvider)
                    try await running.attended { try await go(through: rig) }
                })
        } catch {
            result = .failure(error)
        }
        await desktop.stop()
        try result.get()
    }

    private func go(through rig: Rig) async throws {
        let server = try rig.server
        let terminal = try await rig.terminal(with: TestService.Known.alice, TestService.Known.bob)
        #expect(try await terminal.mustRun("acctstore list").contains("@alice"))
        let address = server.base + "1.1/account/verify_credentials.json"
        let header = "$(acctstore sign -a 1 GET \(address))"
        let signed = try await terminal.mustRun("curl -sS -H \"\(header)\" \(address)")
        #expect(signed.contains("\"screen_name\""))
        try await terminal.mustRun("acctstore post -a 1 'written in another keyring'")
        #expect(
            try await terminal.mustRun("acctstore timeline user -a 1 alice").contains("written in another keyring"))

        // Saved again the account keeps its number, and the token is written in its place.
        let tokens = try rig.tokens(of: TestService.Known.alice)
        try await terminal.mustRun("acctstore add local --token-stdin --user alice <\(tokens)")
        try await terminal.mustRun("acctstore set 1 --description 'a description'")
        try await terminal.mustRun("acctstore set 1 --description ''")
        #expect(try await !terminal.mustRun("acctstore show 1").contains("a description"))

        try await terminal.mustRun("acctstore lock --keyring")
        let status = try await terminal.run("acctstore status")
        #expect((status.out + status.err).contains("locked"))
        try await terminal.mustRun("acctstore unlock")
        try await terminal.mustRun("acctstore lock --keyring")
        // Asks by itself.
        try await terminal.mustRun("acctstore post -a 1 'written after a lock'")
        try await terminal.mustRun("acctstore agent stop")
        try await terminal.mustRun("acctstore remove --yes 2")
        let left = try await terminal.mustRun("acctstore list")
        #expect(left.contains("@alice") && !left.contains("@bob"))
    }
}
