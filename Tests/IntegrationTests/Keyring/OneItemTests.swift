import TestRig
import Testing

/// One account is one item, whoever stored it, and no other item is touched.
@Suite("One item for each account")
struct OneItemTests {
    @Test("removing one account leaves the others of its service: one item is deleted, and a second removal finds none")
    func removesOne() async throws {
        try await withFakeSecrets(FakeSecretService.Behaviour()) { rig, fake async throws in
            let terminal = try await rig.terminal(with: TestService.Known.alice, TestService.Known.bob)
            let deleted = fake.calls.count { $0 == "Delete" }
            expectSuccess(try await terminal.run("acctstore remove alice --yes"), prints: "")
            #expect(fake.calls.count { $0 == "Delete" } == deleted + 1)
            expectFailure(try await terminal.run("acctstore remove alice --yes"), 67, "alice")
            #expect(fake.calls.count { $0 == "Delete" } == deleted + 1)
            expectSuccess(try await terminal.run("acctstore list"), prints: "2  @bob  local\n")
            expectSuccess(try await terminal.run("acctstore post -a bob 'still here'"))
            #expect(try await rig.server.posts().map(\.user) == ["bob"])
        }
    }

    @Test("the same account again, from a copy of the program with another name, replaces the credential in place")
    func copies() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            expectSuccess(try await terminal.run("acctstore set 1 --description 'kept' --default"))
            let before = try #require(try await rig.items("Account").first)

            let copy = try rig.folder.copy(rig.acctstorePath, to: "copies/renamed")
            let newer = try rig.folder.write(
                "oauth_token=newer-token&oauth_token_secret=newer&user_id=1001&screen_name=alice", to: "input/newer")
            let adding = try await terminal.begin("\(copy) add local --token-stdin --user alice <\(newer)")
            try await terminal.waitFor("Allow? once, no: ")
            try terminal.type("once\n")
            expectSuccess(try await adding.finish(), prints: "1\n")

            let items = try await rig.items("Account")
            #expect(items.count == 1)
            #expect(items.first?.path == before.path)
            #expect(items.first?.attributes == before.attributes)
            #expect(items.first?.secret.contains("newer-token") == true)
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local  (default)  kept\n")
        }
    }

    @Test("the same account again, unnamed: asked about on the terminal, refused where nobody can be asked; one item")
    func addedAgain() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let before = try await rig.items("Account").map(\.secret)
            let newer = try rig.folder.write(
                "oauth_token=newer-token&oauth_token_secret=newer&user_id=1001&screen_name=alice", to: "input/newer")
            let add = "add local --token-stdin <\(newer)"
            let refused = try await terminal.run("acctstore --no-prompt \(add)")
            expectFailure(refused, 64, "@alice (1, local) is stored already")
            #expect(refused.err.contains("--user alice"))
            for answer in ["no", "yes"] {
                #expect(try await rig.items("Account").map(\.secret) == before)
                let adding = try await terminal.begin("acctstore \(add)")
                try await terminal.waitFor("Replace its credential?")
                try terminal.type("\(answer)\n")
                let ended = try await adding.finish()
                if answer == "yes" { expectSuccess(ended, prints: "1\n") } else { expectFailure(ended, 80) }
            }
            let items = try await rig.items("Account")
            #expect(items.count == 1)
            #expect(try StoredSecret(items).token == "newer-token")
        }
    }

    @Test("two items of one identity: both are named with their collection, and nothing is changed")
    func plantedTwice() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let item = try #require(try await rig.items("Account").first)
            var attributes = item.attributes
            attributes["id"] = "6e0c7a9e-4f0f-4a7a-9c39-0c7e6a1f2b3c"
            attributes["number"] = "2"
            attributes["xdg:schema"] = "org.acctstore.Account"
            let plant = ["secret-tool", "store", "--label=planted"] + attributes.flatMap { [$0.key, $0.value] }
            #expect(try await rig.program(plant, input: .text(item.secret)).run().status == 0)
            let before = try await rig.items("Account")
            #expect(before.count == 2)

            let sign = "acctstore sign -a alice GET \(try rig.server.base)1.1/x.json"
            let tokens = try rig.tokens(of: TestService.Known.alice)
            let add = "acctstore add local --token-stdin --user alice <\(tokens)"
            // None of them asks for a passphrase before that.
            for command in [
                sign, "acctstore remove 1 --yes", "acctstore set 1 --description x", add,
                "acctstore export all.bundle", "acctstore export one.bundle 1",
            ] {
                let ended = try await terminal.run(command)
                #expect(ended.status == 78, "\(command): \(ended.err)")
                #expect(ended.err.components(of: "Login") >= 2, "\(ended.err)")
            }
            let after = try await rig.items("Account")
            #expect(after.map(\.attributes) == before.map(\.attributes))
            #expect(after.map(\.secret) == before.map(\.secret))

            let doctor = try await terminal.run("acctstore doctor")
            expectProblem(
                doctor, 78, "accounts", "account 1 is kept twice: in the collection \"Login\"",
                next: "gdbus call")
            #expect(!doctor.out.contains("alice"))
            #expect(!doctor.out.contains("nothing was changed"))
            let step = try #require(doctor.out.firstRange(of: "next: gdbus"))
            try await terminal.mustRun("gdbus" + doctor.out[step.upperBound...].prefix { $0 != "\n" })
            #expect(try await rig.items("Account").count == 1)
            expectSuccess(try await terminal.run("acctstore set 1 --description x"))
        }
    }

    @Test("an item of another schema with the same attributes is not ours: neither listed nor written")
    func foreignItem() async throws {
        try await withRig { rig in
            let plant = [
                "secret-tool", "store", "--label=theirs", "service", "local", "app", "default", "user-id", "1001",
            ]
            #expect(try await rig.program(plant, input: .text("theirs")).run().status == 0)
            let terminal = try await rig.terminalWithApp()
            expectSuccess(try await terminal.run("acctstore list"), prints: "")
            try await terminal.mustRun(
                "acctstore add local --token-stdin <\(try rig.tokens(of: TestService.Known.alice))")
            let lookup = ["secret-tool", "search", "--all", "service", "local"]
            let found = try await rig.program(lookup).run()
            #expect(found.out.contains("secret = theirs\n"))
            expectSuccess(try await terminal.run("acctstore remove 1 --yes"))
            #expect(try await rig.program(lookup).run().out.contains("secret = theirs\n"))
        }
    }
}

extension String {
    /// How often `part` occurs.
    func components(of part: String) -> Int {
        ranges(of: part).count
    }
}
