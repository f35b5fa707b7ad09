import TestRig
import Testing

/// Requests with a token that a service gave to the app itself (RFC 6749, section 4.4), as oauthlib judges them.
@Suite("An app alone, with a token of its own")
struct AppAloneTests {
    private static let search = "2/tweets/search/recent?query=a"
    private static let request = "acctstore request -a app --service new GET '\(search)'"

    @Test("the token serves until it ends, is refused or forgotten; no program has it without a grant")
    func token() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient(.init("scopes=read write\napp-scopes=read"))
            for _ in 1...2 { expectSuccess(try await terminal.run(Self.request)) }
            #expect(try await rig.appTokensAsked() == 1)
            let asked = try #require(try await rig.server.log().first { $0.path == "/oauth2/token" })
            #expect(asked.body == "grant_type=client_credentials&scope=read")
            // Ended before its time.
            try await rig.server.expireTokens()
            expectSuccess(try await terminal.run(Self.request))
            #expect(try await rig.appTokensAsked() == 2)
            try await terminal.mustRun("acctstore lock")
            expectSuccess(try await terminal.run(Self.request))
            #expect(try await rig.appTokensAsked() == 3)

            let url = try rig.server.base + Self.search
            let script = try rig.script("nightly", "#!/bin/sh\nacctstore request -a app --service new GET '\(url)'\n")
            let refused = try await rig.alone(script)
            expectFailure(refused, 77, "any account of new")
            try await terminal.mustRun(try #require(refused.nextSteps.first))
            expectSuccess(try await rig.alone(script))
            #expect(try await rig.appTokensAsked() == 3)
            // What needs a person is refused by the service.
            let needsPerson = try await terminal.run("acctstore request -a app --service new GET 2/users/me")
            #expect(needsPerson.status == 76 && needsPerson.nextSteps == ["choose an account to ask as, with -a"])
        }
    }

    @Test("no secret is in a trace, an answer or the access log, which names the app")
    func secrets() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            let traced = try await terminal.run("acctstore -v \(Self.request.dropFirst("acctstore ".count))")
            expectSuccess(traced)
            #expect(traced.err.contains("POST \(try rig.server.base)oauth2/token"), "\(traced.err)")
            let token = try #require(try await rig.server.issuedTokens().access.first).token
            try await rig.server.add(.answer(403, "not with \(token)", type: "text/plain", path: "/2/tweets/*"))
            let repeated = try await terminal.run(Self.request)
            let basic = try #require(
                try await rig.server.log().first { $0.path == "/oauth2/token" }?.header("Authorization"))
            let log = try await terminal.mustRun("acctstore log --json")
            for text in [traced.out + traced.err, repeated.out + repeated.err, log] {
                for secret in [token, TestService.Known.clientSecret, String(basic.dropFirst("Basic ".count))] {
                    #expect(!text.contains(secret), "\(text)")
                }
            }
            let lines = try await terminal.mustRun("acctstore log").split(separator: "\n")
            #expect(lines.contains { $0.contains("app default (new)") && $0.contains(/renew +given\s/) }, "\(lines)")
        }
    }

    @Test("what stands in the way is told, with the command that goes on")
    func trouble() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            var options = ServiceOptions()
            options.givesAppTokens = false
            try await rig.server.set(options)
            let notGiven = try await terminal.run(Self.request)
            expectFailure(notGiven, 76, "new gave the app default no token for itself (400 unauthorized_client")
            options.givesAppTokens = true
            try await rig.server.set(options)

            var busy = Fault.answer(429, "later", type: "text/plain", path: "/oauth2/token")
            busy.headers = ["Retry-After": "600"]
            try await rig.server.add(busy)
            expectFailure(try await terminal.run(Self.request), 75, "it asks to wait 600 seconds")
            let before = try await rig.appTokensAsked()
            expectFailure(try await terminal.run(Self.request), 75, "and is tried again after ")
            #expect(try await rig.appTokensAsked() == before)

            let wrong = try rig.folder.write("wrong", to: "input/wrong")
            let keep = "acctstore app set new --key \(TestService.Known.clientID) --oauth2 --secret-stdin"
            try await terminal.mustRun("\(keep) <\(wrong)")
            let unknown = try await terminal.run(Self.request)
            expectFailure(unknown, 78, "401 invalid_client")
            #expect(unknown.nextSteps == ["acctstore app set new --key ID --oauth2"])
            try await terminal.mustRun("acctstore app set new --key \(TestService.Known.publicClientID) --public")
            expectFailure(try await terminal.run(Self.request), 78, "is public: without a secret")
        }
    }

    @Test("an app of OAuth 1.0a has one too where the service gives it for key and secret")
    func signing() async throws {
        try await withRig { rig in
            let base = try rig.server.base
            var description = try rig.server.description(.twitter2)
            description.givesAppTokens = true
            try rig.folder.describe("local", description)
            let terminal = try await rig.terminalWithApp()
            let shown = try await terminal.mustRun("acctstore service local")
            #expect(shown.contains(/app alone +a token of its own/), "\(shown)")
            let command = "acctstore request -a app --service local GET '\(Self.search)'"
            for _ in 1...2 { expectSuccess(try await terminal.run(command)) }
            #expect(try await rig.appTokensAsked() == 1)
            #expect(try await rig.server.log().last?.header("Authorization")?.hasPrefix("Bearer ") == true)
            let closed = try await terminal.run("acctstore request -a app --service local POST \(base)oauth2/token")
            expectFailure(closed, 64, "part of the log-in")
        }
    }
}

extension Rig {
    /// How often an app asked for a token of its own.
    fileprivate func appTokensAsked() async throws -> Int {
        try await server.log().count {
            $0.path == "/oauth2/token" && $0.formValue("grant_type") == "client_credentials"
        }
    }
}
