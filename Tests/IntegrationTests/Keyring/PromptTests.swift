import TestRig
import Testing

/// What a keyring's question leads to.
@Suite("The keyring's question")
struct PromptTests {
    @Test("dismissed: cancelled, in one line, and no secret is asked for")
    func dismissed() async throws {
        var behaviour = FakeSecretService.Behaviour()
        behaviour.locked = true
        behaviour.prompt = .dismiss
        try await withFakeSecrets(behaviour) { rig, fake async throws in
            let terminal = try await rig.terminal()
            let tokens = try rig.tokens(of: TestService.Known.alice)
            for command in ["acctstore list", "acctstore add local --token-stdin <\(tokens)"] {
                expectFailure(try await terminal.run(command), 80, "dismissed")
            }
            #expect(!fake.calls.contains("GetSecrets") && !fake.calls.contains("GetSecret"))
            #expect(!fake.calls.contains("CreateItem"))
            #expect(try await rig.server.log().isEmpty)
        }
    }

    @Test("answered: the command goes on")
    func answered() async throws {
        var behaviour = FakeSecretService.Behaviour()
        behaviour.locked = true
        try await withFakeSecrets(behaviour) { rig, fake async throws in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
            #expect(fake.calls.count { $0 == "Prompt" } == 1)
        }
    }

    @Test("gone before it could be shown: locked, at once")
    func vanished() async throws {
        var behaviour = FakeSecretService.Behaviour()
        behaviour.locked = true
        behaviour.prompt = .vanish
        try await withFakeSecrets(behaviour) { rig, _ async throws in
            let terminal = try await rig.terminal()
            expectFailure(try await terminal.run("acctstore list"), 79, "locked")
        }
    }
}
