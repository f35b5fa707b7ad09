import TestRig
import Testing

/// Services that requests are only signed for: described by a file, chosen or written by the person.
@Suite("Services for signing only")
struct SigningOnlyTests {
    private static let alice = TestService.Known.alice

    @Test("an account signs and sends; post, timeline, view, unpost and verify say what works instead")
    func commands() async throws {
        try await withRig { rig in
            let base = try rig.server.base
            try rig.folder.write(
                """
                [service]
                dialect=none
                api=\(base)1.1/
                identity=\(base)1.1/account/verify_credentials.json
                [oauth1]
                request-token=\(base)oauth/request_token
                authorize=\(base)oauth/authorize
                authorize-parameters=perms=write
                access-token=\(base)oauth/access_token

                """, to: "home/.config/acctstore/services/pictures.conf")
            let terminal = try await rig.terminal()
            let secret = try rig.folder.write(TestService.Known.consumerSecret, to: "input/pictures")
            try await terminal.mustRun(
                "acctstore app set pictures --key \(TestService.Known.consumerKey) --secret-stdin <\(secret)")
            let adding = try await terminal.begin("acctstore add pictures --pin --user alice")
            try await terminal.waitFor("PIN: ")
            let page = try address(on: adding.err)
            #expect(page.hasSuffix("&perms=write"))
            let token = try #require(page.split(separator: "oauth_token=").last?.prefix { $0 != "&" })
            try terminal.type(try await rig.server.authorize(String(token), as: Self.alice) + "\n")
            expectSuccess(try await adding.finish(), prints: "1\n")
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  pictures\n")

            let url = "\(base)1.1/account/verify_credentials.json"
            expectSuccess(try await terminal.run("acctstore sign GET \(url)"))
            expectSuccess(try await terminal.run("acctstore request GET \(url)"))
            #expect(try await rig.server.log().last?.verdict?.valid == true)
            for command in ["post hi", "post --dry-run hi", "timeline", "view 1", "unpost 1 --yes", "verify"] {
                let ended = try await terminal.run("acctstore \(command)")
                #expect(ended.status == 78, "\(command): \(ended.status) \(ended.err)")
                let step = command == "verify" ? "acctstore renew 1" : "acctstore request -a 1 GET URL"
                #expect(ended.err.contains("pictures") && ended.nextSteps == [step], "\(ended.err)")
            }
            #expect(try await rig.server.posts().isEmpty)
        }
    }

    @Test("a description that came along is off, until the command that is told was run")
    func choosing() async throws {
        try await withRig { rig in
            for name in ["tumblr", "flickr"] {
                let file = "share/acctstore/services/\(name).conf"
                try rig.folder.copy("\(PackageFiles.root)/\(file)", to: "home/.local/\(file)")
            }
            let terminal = try await rig.terminal()
            let listed = try await terminal.run("acctstore service")
            expectSuccess(listed)
            #expect(listed.out.contains("off: acctstore service tumblr") && listed.out.contains("mastodon/HOST"))
            let secret = try rig.folder.write("cs", to: "input/tumblr")
            for command in ["add tumblr --pin", "app set tumblr --key K --secret-stdin <\(secret)"] {
                let off = try await terminal.run("acctstore \(command)")
                #expect(off.status == 78 && off.err.contains("off until you choose it"), "\(off.err)")
                #expect(off.nextSteps.first?.contains("ln -sf") == true)
            }
            let shown = try await terminal.run("acctstore service tumblr")
            expectSuccess(shown)
            try await terminal.mustRun(try #require(shown.nextSteps.first))
            let on = try await terminal.run("acctstore service tumblr")
            expectSuccess(on)
            #expect(on.nextSteps.isEmpty && on.out.contains("  on\n"), "\(on.out)")

            try await terminal.mustRun("acctstore app set tumblr --key ck --secret-stdin <\(secret)")
            let tokens = try rig.folder.write(Self.alice.tokenLine, to: "input/tokens")
            expectSuccess(try await terminal.run("acctstore add tumblr --token-stdin <\(tokens)"), prints: "1\n")
            let signed = try await terminal.run("acctstore sign GET https://api.tumblr.com/v2/user/info")
            expectSuccess(signed)
            #expect(signed.out.hasPrefix("Authorization: OAuth ") && signed.out.contains(#"oauth_consumer_key="ck""#))
        }
    }
}
