import TestRig
import Testing

/// Apps of every kind, as the command keeps them.
@Suite("Apps with keys, secrets and neither")
struct AppKeyTests {
    @Test("a private key is read by the agent, and is the path alone among the arguments; rubbish is 65, no file 74")
    func rsaKey() async throws {
        try await withRig { rig in
            var description = try rig.server.description().text
            description = description.replacing("signature-method=HMAC-SHA1", with: "signature-method=RSA-SHA256")
            try rig.folder.write(description, to: "home/.config/acctstore/services/rsa.conf")
            let terminal = try await rig.terminal()
            let key = rig.folder.path + "/home/key.pem"
            _ = try await rig.program(["openssl", "genrsa", "-out", key, "2048"]).run()
            let set = "acctstore app set rsa --key K"
            expectSuccess(try await terminal.run("\(set) --rsa-key \(key)"))
            let stored = try #require(try await rig.items("App").first).secret
            #expect(stored.contains("PRIVATE KEY-----\\u000a") && !stored.contains("\n"))
            expectFailure(try await terminal.run("\(set) --rsa-key /etc/passwd"), 65, "no private key that can be read")
            expectFailure(try await terminal.run("\(set) --rsa-key /nonexistent"), 74, "cannot be opened")
            expectFailure(
                try await terminal.run("\(set) --rsa-key /"), 74, "the private key could not be read: Is a directory")
            let secret = try await terminal.run("echo x | \(set) --secret-stdin")
            expectFailure(secret, 64, "takes a private key")
            #expect(secret.nextSteps == ["acctstore app set rsa --key KEY --rsa-key FILE"])
            expectFailure(try await terminal.run("\(set) --rsa-key \(key) --public"), 64)
            expectFailure(try await terminal.run("acctstore app set local --key K --rsa-key \(key)"), 64, "HMAC-SHA1")
        }
    }

    @Test("an app for OAuth 2.0 is listed as one, and the log-in goes by it where a service has both")
    func both() async throws {
        try await withRig { rig in
            var description = try rig.server.description(.twitter2)
            let old = description.text
            description.oauth2 = .init()
            let group = try #require(description.text.firstRange(of: "[oauth2]"))
            let end = try #require(description.text.firstRange(of: "[text]"))
            try rig.folder.write(
                old + description.text[group.lowerBound..<end.lowerBound],
                to: "home/.config/acctstore/services/both.conf")
            let terminal = try await rig.terminal()
            let secret = try rig.folder.write(TestService.Known.consumerSecret, to: "input/app")
            try await terminal.mustRun("acctstore app set both --key demo-ck --secret-stdin <\(secret)")
            try await terminal.mustRun("acctstore app set both --app new --key demo-public --public")
            expectSuccess(
                try await terminal.run("acctstore app"),
                prints: "both  default  demo-ck\nboth  new  demo-public  OAuth 2.0\n")
            let adding = try await terminal.begin("acctstore add both --app new --pin --user alice")
            try await adding.paste(rig.server.visit(adding.address(), as: TestService.Known.alice), at: terminal)
            expectSuccess(try await adding.finish(), prints: "1\n")
            let signing = try await terminal.begin("acctstore add both --pin --user bob")
            try await terminal.waitFor("PIN: ")
            #expect(signing.err.contains("/oauth/authorize?oauth_token="))
            try terminal.type("\u{3}")
            _ = try await signing.finish()
            let xauth = try await terminal.run(
                "acctstore add both --app new --xauth --user bob --password-stdin <\(secret)")
            expectFailure(xauth, 78, "OAuth 2.0", "xAuth")
        }
    }
}
