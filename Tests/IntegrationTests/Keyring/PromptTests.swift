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

    @Test("about single items of an open keyring, dismissed: an unattended log-in is tried once more, and ends")
    func itemsDismissed() async throws {
        var behaviour = FakeSecretService.Behaviour()
        behaviour.guards = true
        behaviour.prompt = .dismiss
        try await withApp(behaviour) { rig, fake, add async throws in
            let added = try await rig.terminal().run(add)
            expectFailure(added, 80, "the token was dropped: the keyring's question about “Fake” was dismissed")
            #expect(!added.err.contains("waiting for that"))
            #expect(fake.calls.count { $0 == "Prompt" } == 2)
        }
    }

    @Test("about single items of an open keyring, without an answer: the keyring is not told to be locked")
    func itemsUnanswered() async throws {
        var behaviour = FakeSecretService.Behaviour()
        behaviour.guards = true
        behaviour.prompt = .vanish
        try await withApp(behaviour) { rig, _, add async throws in
            let added = try await rig.terminal().run(add)
            expectFailure(added, 79, "the keyring “Fake” is open, but asks before it gives out what is in it")
            #expect(added.nextSteps.first == "Run it again, and allow it in the keyring's window.")
        }
    }

    @Test("an open item that is listed and gives no secret: no question, not locked, and how to go on")
    func withheld() async throws {
        var behaviour = FakeSecretService.Behaviour()
        behaviour.withholds = true
        try await withApp(behaviour) { rig, fake, add async throws in
            let added = try await rig.terminal().run(add)
            expectFailure(added, 69, "the keyring “Fake” is open, and lists an item whose secret it does not give")
            #expect(added.nextSteps.first?.hasPrefix("End the keyring's program") == true)
            #expect(!fake.calls.contains("Prompt"))
        }
    }

    /// An app whose secret the keyring does not simply give, and the command that needs it, with nobody to be asked by it.
    private func withApp(
        _ behaviour: FakeSecretService.Behaviour,
        _ body: (Rig, FakeSecretService, _ add: String) async throws -> Void
    ) async throws {
        try await withFakeSecrets(behaviour) { rig, fake async throws in
            let setting = "printf demo-cs | acctstore app set local --key demo-ck --secret-stdin"
            expectSuccess(try await rig.terminal().run(setting), prints: "")
            let tokens = try rig.tokens(of: TestService.Known.alice)
            try await body(rig, fake, "acctstore --no-prompt add local --token-stdin <\(tokens)")
        }
    }
}
