import FoundationEssentials
import TestRig
import Testing

/// What an account with a bearer token does, and does not give away.
@Suite("An account with a bearer token")
struct BearerTests {
    private static let alice = TestService.Known.alice

    @Test("requests are sent, and none is signed for a program")
    func requests() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(withBearerOf: Self.alice)
            let asked = try await terminal.run("acctstore request GET 2/users/me")
            #expect(asked.out.contains("\"username\": \"alice\"") || asked.out.contains("\"username\":\"alice\""))
            let signed = try await terminal.run("acctstore sign GET \(try rig.server.base)2/users/me")
            expectFailure(signed, 64, "a bearer token", "requests that acctstore sends")
            let token = try await terminal.run("acctstore request POST \(try rig.server.base)oauth2/token -d a=b")
            expectFailure(token, 64, "part of the log-in")
            let shown = try await terminal.run("acctstore show 1 --json")
            let authorize = try rig.server.base + "oauth2/authorize"
            #expect(shown.out.contains("\"oauth2_authorize\":\"\(authorize)\""))
        }
    }

    @Test("token and exec give out the access token, and never what renews it")
    func revealed() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(withBearerOf: Self.alice)
            let issued = try await rig.server.issuedTokens()
            let (access, refresh) = (issued.access[0].token, issued.refresh[0].token)
            for (command, wanted) in [
                ("acctstore token", "\"access_token\":\"\(access)\",\"token_type\":\"bearer\""),
                ("acctstore token --format env", "NEW_ACCESS_TOKEN=\(access)\n"),
                ("acctstore exec -- env", "NEW_ACCESS_TOKEN=\(access)\n"),
                ("acctstore exec --env T=token,S=scope,E=expires -- env", "S=read write\n"),
            ] {
                let asking = try await terminal.begin(command)
                try await terminal.waitFor("Allow? once, no: ")
                try terminal.type("once\n")
                let ended = try await asking.finish()
                expectSuccess(ended)
                #expect(ended.out.contains(wanted), "\(ended.out)")
                #expect(!ended.out.contains(refresh) && !ended.out.contains("CONSUMER"))
            }
            let asking = try await terminal.begin("acctstore exec --env S=token_secret -- env")
            try await terminal.waitFor("Allow? once, no: ")
            try terminal.type("once\n")
            let ended = try await asking.finish()
            #expect(ended.status != 0 && ended.err.contains("the account has no oauth_token_secret"))
        }
    }

    @Test("removed with --revoke, both tokens are gone at the service; where it cannot do it, the account stays")
    func revoked() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(withBearerOf: Self.alice, isPublic: true)
            var busy = Fault.answer(503, "later", type: "text/plain", path: "/oauth2/revoke")
            busy.headers = ["Retry-After": "7"]
            try await rig.server.add(busy)
            let stays = try await terminal.run("acctstore remove 1 --revoke --yes")
            expectFailure(stays, 75, "503: later; it asks to wait 7 seconds", "the account stays")
            #expect(stays.nextSteps == ["acctstore remove 1 --revoke"])
            expectSuccess(try await terminal.run("acctstore remove 1 --revoke --yes"))
            let issued = try await rig.server.issuedTokens()
            #expect(issued.access.allSatisfy(\.revoked) && issued.refresh.allSatisfy(\.revoked))
            let hints = try await rig.server.log().filter { $0.path == "/oauth2/revoke" && $0.status == 200 }
                .map { $0.formValue("token_type_hint") }
            #expect(hints == ["refresh_token", "access_token"])
            #expect(try await rig.items("Account").isEmpty)
        }
    }

    @Test("a description that leads elsewhere by now stops it, with the line to restore")
    func changedDescription() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(withBearerOf: Self.alice)
            var description = try rig.server.description(.twitter2)
            description.oauth2 = .init("scopes=read write\ntoken=https://evil.example/token", without: ["token"])
            try rig.folder.describe("new", description)
            let ended = try await terminal.run("acctstore request GET 2/users/me")
            expectFailure(ended, 78, "https://evil.example/token")
            let token = try rig.server.base + "oauth2/token"
            #expect(ended.nextSteps.joined().contains("token=\(token) under [oauth2]"))
        }
    }

    @Test("no secret of it is in a trace, a refusal that repeats it, or the access log")
    func secrets() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            let adding = try await terminal.begin("acctstore -v add new --pin --user alice")
            let ended = try await rig.server.visit(adding.address(), as: Self.alice)
            try await adding.paste(ended, at: terminal)
            let added = try await adding.finish()
            expectSuccess(added)
            let issued = try await rig.server.issuedTokens()
            let (access, refresh) = (issued.access[0].token, issued.refresh[0].token)
            let exchange = try #require(try await rig.server.log().first { $0.path == "/oauth2/token" })
            let code = try #require(exchange.formValue("code"))
            let verifier = try #require(exchange.formValue("code_verifier"))
            #expect(verifier.utf8.count == 43)
            let basic = try #require(exchange.header("Authorization")?.split(separator: " ").last.map(String.init))
            let all = [access, refresh, code, verifier, TestService.Known.clientSecret, basic]
            expectNone(of: all, in: added.err + added.out)
            let endpoint = try rig.server.base + "oauth2/token"
            #expect(added.err.contains("POST \(endpoint)"))
            #expect(added.err.contains("Authorization: Basic ...") && added.err.contains("code_verifier=..."))

            for status in [400, 401, 403, 500] {
                let current = try #require(try await rig.server.issuedTokens().access.last).token
                let body = (all + [current]).joined(separator: " and ")
                // After a refusal without a reason there is another token, which is refused too.
                for _ in 0..<(status == 401 ? 2 : 1) {
                    try await rig.server.add(.answer(status, body, type: "text/plain", path: "/2/users/me"))
                }
                let refused = try await terminal.run("acctstore -v request -i GET 2/users/me")
                #expect(refused.status != 0)
                let renewed = try #require(try await rig.server.issuedTokens().access.last).token
                expectNone(of: [current, renewed], in: refused.err + refused.out)
                try await rig.server.add(.answer(status, body, type: "text/plain", path: "/oauth2/revoke"))
                let stays = try await terminal.run("acctstore -v remove 1 --revoke --yes")
                #expect(stays.status != 0)
                expectNone(of: [refresh, TestService.Known.clientSecret, basic], in: stays.err + stays.out)
            }
            let log = try await terminal.mustRun("acctstore log --json")
            expectNone(of: all, in: log)
        }
    }

    private func expectNone(of secrets: [String], in text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        for secret in secrets { #expect(!text.contains(secret), sourceLocation: sourceLocation) }
    }
}
