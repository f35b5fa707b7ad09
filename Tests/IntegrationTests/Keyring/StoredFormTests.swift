import FoundationEssentials
import TestRig
import Testing

/// The stored form, as another's program (secret-tool) sees it.
@Suite("The stored form in the keyring")
struct StoredFormInKeyringTests {
    @Test("one item for each account: attributes, label, and one line of JSON with all that a signature needs")
    func seenFromOutside() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            expectSuccess(try await terminal.run("acctstore set 1 --description 'for work' --default"))
            let items = try await rig.items("Account")
            #expect(items.count == 1)
            let item = try #require(items.first)
            #expect(item.label == "@alice (local)")
            var attributes = item.attributes
            let id = try #require(attributes["id"])
            #expect(UUID(uuidString: id) != nil)
            attributes["id"] = nil
            let expected = [
                "service": "local", "app": "default", "user-id": "1001", "number": "1", "username": "alice",
                "description": "for work", "state": "ok", "ask": "once",
            ]
            attributes["xdg:schema"] = nil
            #expect(attributes == expected)
            let secret = try JSONDecoder().decode(StoredSecret.self, from: Data(item.secret.utf8))
            let base = try rig.server.base
            #expect(secret.version == 1)
            #expect(secret.consumerKey == TestService.Known.consumerKey)
            #expect(secret.consumerSecret == TestService.Known.consumerSecret)
            #expect(secret.token == TestService.Known.alice.token)
            #expect(secret.tokenSecret == TestService.Known.alice.tokenSecret)
            #expect(secret.signatureMethod == "HMAC-SHA1")
            #expect(secret.urls["api"] == base)
            let settings = try #require(try await rig.items("Settings").first)
            #expect(settings.attributes["default"] == id)
            #expect(settings.attributes["next-number"] == "2")
            #expect(settings.secret == #"{"version":1}"#)
        }
    }

    @Test("a keyring without a password, which keeps a key file, gives every byte back after its next start")
    func passwordless() async throws {
        var options = RigOptions()
        options.secrets = .none
        try await withRig(options) { rig in
            let keyring = try await PasswordlessKeyring.start(on: rig)
            let terminal = try await rig.terminalWithApp()
            // Decoded: a\nb\\c"d é 漢, with backslashes and no line break.
            let secret = #"a\nb\\c"d é 漢"#
            let tokens = try rig.folder.write(
                #"{"oauth_token":"t\\tt","oauth_token_secret":"a\\nb\\\\c\"d é 漢","user_id":"77","screen_name":"zoë"}"#,
                to: "input/odd")
            let description = #"back\slash \n "quotes" naïve 漢;#="#
            try await terminal.mustRun("acctstore add local --token-stdin --description '\(description)' <\(tokens)")
            let before = try await rig.items("Account")
            #expect(try StoredSecret(before).tokenSecret == secret)
            #expect(before.first?.secret.contains("\\\\") == false)
            let shown = try await terminal.mustRun("acctstore show 1 --json")

            await keyring.stop()
            let again = try await PasswordlessKeyring.start(on: rig)
            let after = try await rig.items("Account")
            #expect(after.map(\.secret) == before.map(\.secret))
            #expect(after.map(\.attributes) == before.map(\.attributes))
            #expect(try StoredSecret(after).token == #"t\tt"#)
            #expect(try await terminal.mustRun("acctstore show 1 --json") == shown)
            #expect(try AccountLine(shown).description == description)
            let sign = "acctstore sign GET \(try rig.server.base)1.1/x.json"
            expectSuccess(try await terminal.run(sign))
            #expect(rig.folder.read("home/.local/share/keyrings/open.keyring")?.contains("[keyring]") == true)
            await again.stop()
        }
    }

    @Test("a form that a later release wrote stops everything that would change it, and nothing is changed")
    func laterVersion() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let item = try #require(try await rig.items("Account").first)
            var attributes = item.attributes
            attributes["xdg:schema"] = "org.acctstore.Account"
            let later = item.secret.replacing(#""version":1"#, with: #""version":2"#)
            let plant = ["secret-tool", "store", "--label=later"] + attributes.flatMap { [$0.key, $0.value] }
            #expect(try await rig.program(plant, input: .text(later)).run().status == 0)
            let sign = "acctstore sign -a 1 GET \(try rig.server.base)1.1/x.json"
            for command in [sign, "acctstore set 1 --description x", "acctstore remove 1 --yes"] {
                let ended = try await terminal.run(command)
                expectFailure(ended, 78, "version")
            }
            #expect(try await rig.items("Account").map(\.secret) == [later])
        }
    }
}

/// What of `show --json` is looked at.
struct AccountLine: Decodable {
    let description: String?

    init(_ json: String) throws {
        self = try JSONDecoder().decode(AccountLine.self, from: Data(json.utf8))
    }
}
