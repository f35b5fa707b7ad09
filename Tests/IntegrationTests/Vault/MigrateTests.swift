import TestRig
import Testing

@Suite("acctstore migrate")
struct MigrateTests {
    /// Calls the body with a rig without a service that uses a keychain, and with what has it use another.
    private func withKeychain(
        _ first: String, _ body: (_ rig: Rig, _ use: (String) throws -> Void) async throws -> Void
    ) async throws {
        func configuration(_ keychain: String) -> String { "[acctstore]\nkeychain=\(keychain)\n" }
        var options = RigOptions()
        options.hasService = false
        options.configuration = configuration(first)
        try await withRig(options) { rig in
            try await body(rig) { keychain in
                try rig.folder.write(configuration(keychain), to: "home/.config/acctstore/acctstore.conf")
            }
        }
    }

    @Test("copies the keyring into the vault and back, compares, and deletes only what is not in use any more")
    func thereAndBack() async throws {
        try await withKeychain("secret-service") { rig, use in
            let terminal = try await KeptAccount().add(to: rig)
            try await terminal.mustRun("acctstore grant any 1")
            let before = try await terminal.run("acctstore list --json").out
            let items = try await rig.items("Account").count

            let copying = try await terminal.begin("acctstore migrate --to vault")
            try await VaultOnMachine.typeNew("vault", again: "vault", at: terminal)
            let copied = try await copying.finish()
            expectSuccess(copied, prints: "")
            #expect(copied.err.contains("nothing was deleted from the keyring"))
            #expect(!copied.err.contains("use no account"), "these tokens are not renewed")
            #expect(copied.nextSteps.count == 2 && copied.nextSteps.last == "acctstore migrate --to vault")
            // The keychain in use is not emptied, whoever says so, and nothing is copied again.
            let again = try await terminal.run("acctstore migrate --to vault --yes")
            expectSuccess(again, prints: "")
            #expect(again.err.contains("copied now: 0") && again.err.contains("which is in use"))
            #expect(try await rig.items("Account").count == items)
            expectSuccess(try await terminal.run("acctstore list --json"), prints: before)

            try await terminal.mustRun(copied.nextSteps[0])
            expectSuccess(try await terminal.run("acctstore list --json"), prints: before)
            expectSuccess(try await terminal.run(KeptAccount.sign))
            // What became of the copies since does not matter.
            try await terminal.mustRun("acctstore revoke any 1")
            try await terminal.mustRun("acctstore set 1 --description mine")
            let asking = try await terminal.begin("acctstore migrate --to vault")
            try await terminal.waitFor("Delete it from the keyring")
            try terminal.type("no\n")
            let kept = try await asking.finish()
            expectSuccess(kept, prints: "")
            #expect(kept.err.contains("nothing was deleted from the keyring") && kept.err.contains("a later state"))
            #expect(try await rig.items("Account").count == items)
            let deleting = try await terminal.run("acctstore migrate --to vault --yes")
            expectSuccess(deleting, prints: "")
            #expect(deleting.err.contains("deleted"))
            #expect(try await rig.items("Account").isEmpty)
            let after = try await terminal.run("acctstore list --json").out
            #expect(after.contains("mine") && !after.isEmpty)

            expectSuccess(try await terminal.run("acctstore migrate --to secret-service --keep"), prints: "")
            try use("secret-service")
            expectSuccess(try await terminal.run("acctstore list --json"), prints: after)
            expectSuccess(try await terminal.run(KeptAccount.sign))
        }
    }

    @Test("what was changed in the keyring after it was copied is not deleted there")
    func changedAfterwards() async throws {
        try await withKeychain("secret-service") { rig, use in
            let terminal = try await KeptAccount().add(to: rig)
            let copying = try await terminal.begin("acctstore migrate --to vault")
            try await VaultOnMachine.typeNew("vault", again: "vault", at: terminal)
            expectSuccess(try await copying.finish(), prints: "")
            // As a renewal does, or a new log-in.
            #expect(try await rig.gnomeKeyring.byAnotherProgram("set-secret", "number=1", "token", "later") == 1)
            try use("vault")
            var steps: [String] = []
            for command in ["acctstore migrate --to vault --yes", "acctstore migrate --to vault"] {
                let refused = try await terminal.run(command)
                expectFailure(
                    refused, 78, "which was changed after it was copied; nothing was copied, and nothing deleted")
                steps = refused.nextSteps
            }
            #expect(try await rig.items("Account").count == 1)

            try #require(steps.count == 3)
            for step in steps[0...1] { try await terminal.mustRun(step) }
            #expect(VaultOnMachine.file(of: rig) == nil)
            let again = try await terminal.begin(steps[2])
            try await VaultOnMachine.typeNew("vault", again: "vault", at: terminal)
            expectSuccess(try await again.finish(), prints: "")
            try use("vault")
            expectSuccess(try await terminal.run("acctstore migrate --to vault --yes"), prints: "")
            #expect(try await rig.items("Account").isEmpty)
        }
    }

    @Test("an account that is kept twice is told before a passphrase is asked for, and anything copied")
    func twice() async throws {
        try await withKeychain("secret-service") { rig, _ in
            let terminal = try await KeptAccount().add(to: rig)
            let item = try #require(try await rig.items("Account").first)
            var attributes = item.attributes
            attributes["id"] = "6e0c7a9e-4f0f-4a7a-9c39-0c7e6a1f2b3c"
            attributes["xdg:schema"] = "org.acctstore.Account"
            let plant = ["secret-tool", "store", "--label=planted"] + attributes.flatMap { [$0.key, $0.value] }
            #expect(try await rig.program(plant, input: .text(item.secret)).run().status == 0)
            // No passphrase is asked for.
            let refused = try await terminal.run("acctstore migrate --to vault")
            expectFailure(refused, 78, "account 1 is kept twice")
            #expect(refused.nextSteps.first?.contains("org.freedesktop.Secret.Item.Delete") == true)
            #expect(try await rig.items("Account").count == 2)
        }
    }

    @Test("so is an app that is kept twice")
    func appTwice() async throws {
        try await withKeychain("secret-service") { rig, _ in
            let terminal = try await KeptAccount().add(to: rig)
            let secret = try rig.folder.write("consumer secret\n", to: "input/secret")
            try await terminal.mustRun("acctstore app set quiet --key ck --secret-stdin <\(secret)")
            let item = try #require(try await rig.items("App").first)
            let attributes = item.attributes.merging(["xdg:schema": "org.acctstore.App", "twin": "1"]) { _, new in new }
            let plant = ["secret-tool", "store", "--label=planted"] + attributes.flatMap { [$0.key, $0.value] }
            #expect(try await rig.program(plant, input: .text(item.secret)).run().status == 0)
            let refused = try await terminal.run("acctstore migrate --to vault")
            expectFailure(refused, 78, "the app “default” is kept twice")
            #expect(try await rig.items("App").count == 2)
        }
    }

    @Test("no vault is made for a keyring that is locked or has nothing")
    func nothingToCopy() async throws {
        try await withKeychain("secret-service") { rig, _ in
            let terminal = try await rig.terminal()
            let nothing = try await terminal.run("acctstore migrate --to vault")
            expectSuccess(nothing, prints: "")
            #expect(nothing.err.contains("nothing to copy in the keyring"))
            try await rig.gnomeKeyring.lock()
            expectFailure(try await terminal.run("acctstore migrate --to vault"), 79, "locked")
            #expect(VaultOnMachine.file(of: rig) == nil)
        }
    }

    @Test("what the keychain in use lacks is deleted nowhere")
    func lacking() async throws {
        try await withKeychain("secret-service") { rig, use in
            let terminal = try await KeptAccount().add(to: rig)
            let copying = try await terminal.begin("acctstore migrate --to vault")
            try await VaultOnMachine.typeNew("vault", again: "vault", at: terminal)
            expectSuccess(try await copying.finish(), prints: "")
            try use("vault")
            try await terminal.mustRun("acctstore remove 1 --yes")
            let refused = try await terminal.run("acctstore migrate --to vault --yes")
            expectFailure(refused, 78, "nothing was copied, and nothing deleted")
            #expect(try await rig.items("Account").count == 1)
            #expect(try await terminal.run("acctstore list").out.isEmpty)
            #expect(refused.nextSteps[0].hasPrefix("acctstore add "))
            try await terminal.mustRun(refused.nextSteps[1])
            for schema in ["Account", "App", "Grant", "Settings"] { #expect(try await rig.items(schema).isEmpty) }
            expectSuccess(try await terminal.run("acctstore migrate --to vault --yes"), prints: "")
        }
    }

    @Test(
        "an app that the keychain in use lacks is made there by a command for its protocol and kind of secret",
        arguments: [
            ("twitter --app new", "--key cid --public", "--key ID --public"),
            ("rsa --app new", "--key k --rsa-key ~/key.pem", "--key KEY --rsa-key FILE"),
        ])
    func lackingApp(_ app: String, _ key: String, _ suggested: String) async throws {
        try await withKeychain("secret-service") { rig, use in
            let description = """
                [service]
                api=http://127.0.0.1:1/
                dialect=none
                [oauth1]
                access-token=http://127.0.0.1:1/token
                signature-method=RSA-SHA256
                """
            try rig.folder.write(description, to: "home/.config/acctstore/services/rsa.conf")
            _ = try await rig.program(["openssl", "genrsa", "-out", rig.folder.path("home/key.pem"), "2048"]).run()
            let terminal = try await rig.terminal()
            try await terminal.mustRun("acctstore app set \(app) \(key)")
            let copying = try await terminal.begin("acctstore migrate --to vault")
            try await VaultOnMachine.typeNew("vault", again: "vault", at: terminal)
            expectSuccess(try await copying.finish(), prints: "")
            try use("vault")
            try await terminal.mustRun("acctstore app set twitter --app other --key cid --public")
            try await terminal.mustRun("acctstore app remove \(app)")
            let refused = try await terminal.run("acctstore migrate --to vault --yes")
            expectFailure(refused, 78, "nothing was copied, and nothing deleted")
            #expect(refused.nextSteps[0] == "acctstore app set \(app) \(suggested)")
        }
    }

    @Test("refuses to merge into a keychain with other accounts, and changes nothing")
    func noMerging() async throws {
        try await withKeychain("vault") { rig, use in
            let terminal = try await rig.terminal()
            try await VaultOnMachine.fill(terminal, of: rig)
            try use("secret-service")
            _ = try await KeptAccount().add(to: rig)
            let file = VaultOnMachine.file(of: rig)
            let merging = try await terminal.begin("acctstore migrate --to vault --yes")
            try await VaultOnMachine.type(VaultOnMachine.passphrase, at: terminal)
            let refused = try await merging.finish()
            expectFailure(refused, 78, "nothing was copied")
            #expect(VaultOnMachine.file(of: rig) == file)
            #expect(try await rig.items("Account").count == 1)
            #expect(refused.nextSteps.last == "acctstore migrate --to vault")
            try await terminal.mustRun(refused.nextSteps[0])
            let again = try await terminal.begin("acctstore migrate --to vault --yes")
            try await VaultOnMachine.typeNew("vault", again: "vault", at: terminal)
            expectSuccess(try await again.finish(), prints: "")
        }
    }
}
