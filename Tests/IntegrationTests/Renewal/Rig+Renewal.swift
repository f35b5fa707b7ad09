import TestRig
import Testing

extension Rig {
    func set(life: ServiceOptions.Life) async throws {
        var options = ServiceOptions()
        options.life = life
        try await server.set(options)
    }

    func addAlice(at terminal: Terminal) async throws {
        let adding = try await terminal.begin("acctstore add new --pin --user alice")
        try await adding.paste(server.visit(adding.address(), as: TestService.Known.alice), at: terminal)
        expectSuccess(try await adding.finish(), prints: "1\n")
    }

    /// Waits until the service has given so many access tokens in all.
    func waitForTokens(_ count: Int) async throws {
        for _ in 0..<1000 {
            if try await server.issuedTokens().access.count >= count { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw RigError("the service did not give \(count) tokens")
    }

    /// How often a refresh token came to the service.
    func renewals() async throws -> Int {
        try await server.log().filter { $0.path == "/oauth2/token" && $0.formValue("grant_type") == "refresh_token" }
            .count
    }
}
