import TestRig
import Testing

/// Which collection accounts are kept in; none is ever made.
@Suite("The collection")
struct CollectionTests {
    @Test("the default alias is followed to the collection's own path, where nothing stands at the alias's")
    func aliasIsNoObject() async throws {
        var behaviour = FakeSecretService.Behaviour()
        behaviour.alias = .notExported
        try await withFakeSecrets(behaviour) { rig, fake async throws in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
            expectSuccess(try await terminal.run("acctstore post hello"))
            #expect(!fake.calls.contains("CreateCollection"))
        }
    }

    @Test("without a default collection the ones that are there are named, and how to choose one; none is made")
    func noDefault() async throws {
        var behaviour = FakeSecretService.Behaviour()
        behaviour.alias = .none
        try await withFakeSecrets(behaviour) { rig, fake async throws in
            let terminal = try await rig.terminal()
            let tokens = try rig.tokens(of: TestService.Known.alice)
            for command in ["acctstore list", "acctstore add local --token-stdin <\(tokens)"] {
                let ended = try await terminal.run(command)
                expectFailure(ended, 78, "no default collection")
                #expect(ended.nextSteps.contains { $0.contains("collection=") && $0.contains("acctstore.conf") })
            }
            #expect(!fake.calls.contains("CreateCollection"))
            #expect(try await rig.server.log().isEmpty)
        }
    }

    @Test("a collection is meant by its label exactly; another spelling is an error that lists the labels")
    func byLabel() async throws {
        var options = RigOptions()
        options.configuration = "[acctstore]\ncollection=Login\n"
        try await withRig(options) { rig in
            let before = try await collections(in: rig)
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")

            try rig.folder.write("[acctstore]\ncollection=login\n", to: "home/.config/acctstore/acctstore.conf")
            let ended = try await terminal.run("acctstore add local --token-stdin <\(rig.folder.path)/input/alice")
            expectFailure(ended, 78, "“login”", "“Login”")
            #expect(ended.nextSteps.contains { $0.contains("collection=Login") })

            try rig.folder.write("", to: "home/.config/acctstore/acctstore.conf")
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
            #expect(try await collections(in: rig) == before)
            #expect(try await rig.items("Account").count == 1)
        }
    }

    private func collections(in rig: Rig) async throws -> String {
        try await rig.bus.call(
            "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.DBus.Properties.Get",
            "org.freedesktop.Secret.Service", "Collections")
    }
}

/// A rig with a stand-in for the Secret Service.
func withFakeSecrets(
    _ behaviour: FakeSecretService.Behaviour, _ body: (Rig, FakeSecretService) async throws -> Void
) async throws {
    var options = RigOptions()
    options.secrets = .fake(behaviour)
    try await withRig(options) { rig in
        guard let fake = rig.fakeSecrets else { throw RigError("no stand-in was started") }
        try await body(rig, fake)
        #expect(fake.errors == "")
    }
}
