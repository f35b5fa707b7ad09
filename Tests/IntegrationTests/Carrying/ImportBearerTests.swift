import TestRig
import Testing

@Suite("acctstore import, tokens of OAuth 2.0")
struct ImportBearerTests {
    private static let alice = TestService.Known.alice

    /// A machine where alice's tokens are in xurl's file alone, and the pair that was issued first.
    private func withXurl(
        expires: Int, _ body: (Rig, Terminal) async throws -> Void
    ) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(withBearerOf: Self.alice)
            let issued = try await rig.server.issuedTokens()
            try await terminal.mustRun("acctstore remove 1 --yes")
            try await terminal.mustRun("acctstore app remove new")
            let text = ForeignText.xurl(
                "alice", access: issued.access[0].token, refresh: issued.refresh[0].token, expires: expires)
            try rig.folder.write(text, to: "home/.xurl/auth.yml")
            try await body(rig, terminal)
        }
    }

    @Test("a token that is good is asked with, and the empty default app is no obstacle")
    func good() async throws {
        try await withXurl(expires: 4_000_000_000) { rig, terminal in
            let importing = try await terminal.beginImport("xurl --service new")
            try await terminal.confirm("Overwrite and remove \(rig.folder.path("home/.xurl/auth.yml"))?")
            let ended = try await importing.finish()
            expectSuccess(ended, prints: "2\n")
            #expect(ended.err.contains("not taken: the app “default” is empty (line 3)"))
            #expect(ended.err.contains("once its token is renewed, xurl has to log in again"))
            expectSuccess(try await terminal.run("acctstore post hello"))
            #expect(try await terminal.mustRun("acctstore app").hasPrefix("new  default  demo-id  OAuth 2.0"))
            expectSuccess(try await terminal.run("acctstore renew 2"), prints: "renewed\n")
        }
    }

    @Test(
        "one that has ended is renewed, be that written in the file or said by the service",
        arguments: [1, 4_000_000_000])
    func ended(expires: Int) async throws {
        try await withXurl(expires: expires) { rig, terminal in
            try await rig.server.expireTokens()
            let ended = try await terminal.run("acctstore import xurl --service new --yes")
            expectSuccess(ended, prints: "2\n")
            #expect(try await rig.server.issuedTokens().access.count == 2)
            let listed = try await terminal.mustRun("acctstore list --json")
            #expect(listed.contains(#""user_id":"1001""#) && listed.contains(#""username":"alice""#))
            expectSuccess(try await terminal.run("acctstore post hello"))
        }
    }

    @Test("one whose renewal is refused is not stored")
    func refused() async throws {
        try await withXurl(expires: 1) { rig, terminal in
            let issued = try await rig.server.issuedTokens()
            try await rig.server.revoke(issued.access[0].token)
            let text = ForeignText.xurl("alice", access: issued.access[0].token, refresh: "gone", expires: 1)
            try rig.folder.write(text, to: "home/.xurl/auth.yml")
            let ended = try await terminal.run("acctstore import xurl --service new --yes --wipe")
            #expect(ended.status == 81 && ended.out == "", "\(ended.err)")
            #expect(try await terminal.mustRun("acctstore list") == "")
            #expect(rig.folder.read("home/.xurl/auth.yml") == text)
        }
    }

    @Test("toot's account posts at a server that somebody else wrote")
    func toot() async throws {
        try await MastodonMachine.withServer { server, rig in
            let service = "mastodon/social.example"
            try rig.folder.write(
                "[service]\nbase=\(server.base)\n", to: "home/.config/acctstore/services/\(service).conf")
            try rig.folder.write(
                """
                {"apps": {"social.example": {"instance": "social.example", "base_url": "https://social.example",
                 "client_id": "cid", "client_secret": "csecret"}},
                 "users": {"alice@social.example": {"instance": "social.example", "username": "alice",
                 "access_token": "\(server.tokenLine(of: "alice").dropFirst(13).dropLast())"}},
                 "active_user": "alice@social.example"}
                """, to: "home/.config/toot/config.json")
            let terminal = try await rig.terminal()
            let ended = try await terminal.run("acctstore import toot --yes --wipe")
            expectSuccess(ended, prints: "1\n")
            #expect(rig.folder.read("home/.config/toot/config.json") == nil)
            #expect(try await terminal.mustRun("acctstore app") == "\(service)  default  cid  OAuth 2.0\n")
            expectSuccess(try await terminal.run("acctstore post 'moved in'"))
            #expect(try await terminal.mustRun("acctstore timeline user alice").contains("moved in"))
        }
    }
}
