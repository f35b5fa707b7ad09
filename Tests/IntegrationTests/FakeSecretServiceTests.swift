import TestRig
import Testing

/// The stand-in shows what a test asks it to show, seen by another's client (secret-tool).
@Suite("The fake secret service")
struct FakeSecretServiceTests {
    @Test("it keeps secrets as a real one does")
    func keepsSecrets() async throws {
        try await withFake(.init()) { rig, fake async throws in
            #expect(try await store(in: rig).status == 0)
            #expect(try await lookUp(in: rig).out == "s3cret")
            #expect(try await rig.program(["secret-tool", "clear", "kind", "rig"]).run().status == 0)
            #expect(try await lookUp(in: rig).out == "")
            #expect(fake.calls.count { $0 == "Delete" } == 1)
            #expect(fake.errors == "")
        }
    }

    @Test("the alias may lead nowhere, or to a collection that is no object at the alias's path")
    func aliases() async throws {
        var behaviour = FakeSecretService.Behaviour()
        behaviour.alias = .notExported
        try await withFake(behaviour) { rig, _ async throws in
            #expect(try await alias(in: rig).contains(FakeSecretService.collection))
            #expect(try await store(in: rig).status != 0)
        }
        behaviour.alias = .none
        try await withFake(behaviour) { rig, _ async throws in
            #expect(try await alias(in: rig) == "(objectpath '/',)\n")
        }
    }

    @Test("a prompt completes, is dismissed, or never comes to an end")
    func prompts() async throws {
        var behaviour = FakeSecretService.Behaviour()
        behaviour.locked = true
        try await withFake(behaviour) { rig, fake async throws in
            #expect(try await unlockedPath(in: rig, fake))
        }
        behaviour.prompt = .dismiss
        try await withFake(behaviour) { rig, fake async throws in
            #expect(try await !unlockedPath(in: rig, fake))
        }
        behaviour.prompt = .never
        try await withFake(behaviour) { rig, _ async throws in
            _ = await #expect(throws: RigError.self) {
                _ = try await rig.program(["secret-tool", "search", "--unlock", "--all", "kind", "rig"])
                    .run(deadline: .seconds(2))
            }
        }
    }

    @Test("a method fails or hangs by its name")
    func failures() async throws {
        var behaviour = FakeSecretService.Behaviour()
        behaviour.fail = ["CreateItem": "org.freedesktop.Secret.Error.IsLocked"]
        try await withFake(behaviour) { rig, fake async throws in
            #expect(try await store(in: rig).status != 0)
            #expect(fake.calls.contains("CreateItem"))
        }
    }

    private func withFake(
        _ behaviour: FakeSecretService.Behaviour, _ body: (Rig, FakeSecretService) async throws -> Void
    ) async throws {
        var options = RigOptions()
        options.secrets = .fake(behaviour)
        options.hasService = false
        try await withRig(options) { rig in
            try await body(rig, try #require(rig.fakeSecrets))
        }
    }

    private func store(in rig: Rig) async throws -> Outcome {
        let command = ["secret-tool", "store", "--label=test", "kind", "rig"]
        return try await rig.program(command, input: .text("s3cret")).run()
    }

    private func lookUp(in rig: Rig) async throws -> Outcome {
        try await rig.program(["secret-tool", "lookup", "kind", "rig"]).run()
    }

    private func alias(in rig: Rig) async throws -> String {
        try await rig.bus.call(
            "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.ReadAlias",
            "default")
    }

    /// Whether the collection is unlocked after a store that had to ask.
    private func unlockedPath(in rig: Rig, _ fake: FakeSecretService) async throws -> Bool {
        _ = try await rig.bus.call(
            "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Unlock",
            "['\(FakeSecretService.collection)']")
        _ = try await rig.bus.call(
            "org.freedesktop.secrets", "/org/freedesktop/secrets/prompt/1", "org.freedesktop.Secret.Prompt.Prompt", "")
        return try await rig.bus.call(
            "org.freedesktop.secrets", FakeSecretService.collection, "org.freedesktop.DBus.Properties.Get",
            "org.freedesktop.Secret.Collection", "Locked"
        ).contains("false")
    }
}
