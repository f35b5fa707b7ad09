import FoundationEssentials
import TestRig
import Testing

/// The log-in with an authorization code, from the command to the keyring, with oauthlib as the judge.
@Suite("Log-in by OAuth 2.0")
struct CodeTests {
    private static let alice = TestService.Known.alice

    @Test("the browser comes back by itself, the name is confirmed, and the account posts", arguments: [false, true])
    func browser(isPublic: Bool) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient(isPublic: isPublic)
            let adding = try await terminal.begin("BROWSER=/bin/true acctstore add new")
            let ended = try await rig.server.visit(adding.address(), as: Self.alice)
            #expect(ended.hasPrefix("http://127.0.0.1:"))
            let page = try await rig.program(["/usr/bin/curl", "-s", ended]).run()
            #expect(page.out.contains("Back to the terminal"))
            try await terminal.confirm("Add @alice (new)?")
            expectSuccess(try await adding.finish(), prints: "1\n")
            #expect(try await rig.program(["/usr/bin/curl", "-s", ended]).run().status == 7, "the port is open still")
            expectSuccess(try await terminal.run("acctstore post 'by a bearer token'"))
            #expect(try await rig.server.posts().map(\.text) == ["by a bearer token"])
            let item = try #require(try await rig.items("Account").first).secret
            let stored = try JSONDecoder().decode(JSON.self, from: Data(item.utf8))
            let issued = try await rig.server.issuedTokens()
            #expect(stored["access_token"] == .string(issued.access[0].token))
            #expect(stored["refresh_token"] == .string(issued.refresh[0].token))
            #expect(item.contains("\"client_secret\"") == !isPublic)
        }
    }

    @Test("nothing pasted, by Ctrl-D, is a no, and says how to begin again")
    func dismissed() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            let adding = try await terminal.begin("acctstore add new --pin --user alice")
            _ = try await rig.server.visit(adding.address(), as: Self.alice)
            try await adding.dismiss(at: terminal)
            let ended = try await adding.finish()
            expectFailure(ended, 80, "nothing was stored")
            #expect(ended.nextSteps == ["acctstore add new --user alice --pin"])
        }
    }

    @Test("over SSH the whole address is pasted; other text, and an answer to another log-in, are asked for again")
    func pasted() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            let remote = "SSH_CONNECTION='192.0.2.1 1 192.0.2.2 22' acctstore add new --user alice"
            let adding = try await terminal.begin(remote)
            let ended = try await rig.server.visit(adding.address(), as: Self.alice)
            let code = try #require(ended.split(separator: "code=").last?.prefix { $0 != "&" })
            let foreign = ended.replacing(/state=[^&]*/, with: "state=another")
            for wrong in [String(code), foreign, ""] { try await adding.paste(wrong, at: terminal) }
            try await adding.paste("  \(ended)  ", at: terminal)
            expectSuccess(try await adding.finish(), prints: "1\n")
            #expect(adding.err.contains("that is not the whole address; 3 more to try\n"))
            #expect(adding.err.contains("that address holds no answer to this log-in; 2 more to try\n"))
            #expect(adding.err.contains("Paste the whole address"))
        }
    }

    @Test(
        "another address than the one that the log-in ends at is asked for again, and a line that a terminal cut is told"
    )
    func pastedWrongly() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            let adding = try await terminal.begin("acctstore add new --pin --user alice")
            let ended = try await rig.server.visit(adding.address(), as: Self.alice)
            try await adding.paste(ended.replacing("127.0.0.1", with: "evil.example"), at: terminal)
            try await adding.paste("\(ended)&more=\(String(repeating: "x", count: 5000))", at: terminal)
            try await adding.paste("\u{1B}[200~'\(ended)'\u{1B}[201~", at: terminal)
            expectSuccess(try await adding.finish(), prints: "1\n")
            #expect(
                adding.err.contains("that is not where this log-in ends: its host is not 127.0.0.1; 3 more to try\n"))
            #expect(adding.err.contains("the address was cut: a terminal hands on 4095 bytes of a line"))
        }
    }

    @Test("where the page shows the code, it is typed")
    func outOfBand() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient(.init("oob=true"))
            let adding = try await terminal.begin("acctstore add new --pin --user alice")
            let ended = try await rig.server.visit(adding.address(), as: Self.alice)
            #expect(ended.hasPrefix("urn:ietf:wg:oauth:2.0:oob"))
            try await terminal.waitFor("Authorization code: ")
            try terminal.type("\(try #require(ended.split(separator: "code=").last?.prefix { $0 != "&" }))\n")
            expectSuccess(try await adding.finish(), prints: "1\n")
        }
    }

    @Test("a browser that comes back with another state changes nothing; two log-ins at once have answers of their own")
    func states() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            let other = try await rig.terminal()
            let first = try await terminal.begin("BROWSER=/bin/true acctstore add new --user alice")
            let second = try await other.begin("BROWSER=/bin/true acctstore add new --user bob")
            let toFirst = try await rig.server.visit(first.address(), as: Self.alice)
            let toSecond = try await rig.server.visit(second.address(), as: TestService.Known.bob)
            // Each at the other's door, with the other's query.
            let crossed = try crossed(toFirst, toSecond)
            for address in crossed {
                let page = try await rig.program(["/usr/bin/curl", "-s", "-w", "%{http_code}", address]).run()
                #expect(page.out.contains("Nothing happened") && page.out.hasSuffix("400"))
            }
            for address in [toSecond, toFirst] {
                let page = try await rig.program(["/usr/bin/curl", "-s", address]).run()
                #expect(page.out.contains("Back to the terminal"))
            }
            expectSuccess(try await first.finish())
            expectSuccess(try await second.finish())
            let listed = try await terminal.run("acctstore list")
            #expect(listed.out.contains("@alice  new") && listed.out.contains("@bob  new"))
        }
    }

    private func crossed(_ first: String, _ second: String) throws -> [String] {
        let parts = [first, second].map { $0.split(separator: "?", maxSplits: 1).map(String.init) }
        return ["\(parts[0][0])?\(parts[1][1])", "\(parts[1][0])?\(parts[0][1])"]
    }

    @Test("an answer that names another service is refused (RFC 9207), and a no is 80")
    func issuer() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            let adding = try await terminal.begin("acctstore add new --pin --user alice")
            let evil = try await rig.server.visit(adding.address(), as: Self.alice, issuer: "https://evil.example")
            try await adding.paste(evil, at: terminal)
            expectFailure(try await adding.finish(), 76, "is not from new", "nothing was stored")
            let again = try await terminal.begin("acctstore add new --pin --user alice")
            let denied = try await rig.server.visit(again.address(), as: nil)
            try await again.paste(denied, at: terminal)
            expectFailure(try await again.finish(), 80, "the access was denied at new")
            let base = try rig.server.base
            let own = try await terminal.begin("acctstore add new --pin --user alice")
            try await own.paste(rig.server.visit(own.address(), as: Self.alice, issuer: base), at: terminal)
            expectSuccess(try await own.finish(), prints: "1\n")
            #expect(try await rig.server.log().count { $0.path == "/oauth2/token" } == 1)
        }
    }

    @Test("a code that is too old is told in the service's words, and the log-in can be begun again")
    func oldCode() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            var options = ServiceOptions()
            options.codeLife = -1
            try await rig.server.set(options)
            let adding = try await terminal.begin("acctstore add new --pin --user alice")
            try await adding.paste(rig.server.visit(adding.address(), as: Self.alice), at: terminal)
            let ended = try await adding.finish()
            expectFailure(ended, 76, "new refused the code (400 invalid_grant", "nothing was stored")
            #expect(ended.nextSteps == ["acctstore add new --user alice --pin"])
        }
    }

    @Test("less than was asked for is a warning, and a token without a life is kept without one")
    func less() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            var options = ServiceOptions()
            options.allows = "read"
            options.life = .untold
            options.givesRefresh = false
            try await rig.server.set(options)
            let adding = try await terminal.begin("acctstore add new --pin --user alice")
            try await adding.paste(rig.server.visit(adding.address(), as: Self.alice), at: terminal)
            let ended = try await adding.finish()
            expectSuccess(ended, prints: "1\n")
            #expect(ended.err.contains("warning: new did not allow all that was asked for: write is missing\n"))
            let item = try #require(try await rig.items("Account").first).secret
            #expect(!item.contains("expires") && !item.contains("refresh_token"))
        }
    }

    @Test("a service that is too slow with its token is 69, and nothing is stored")
    func slow() async throws {
        var options = RigOptions()
        options.configuration = "[network]\ntimeout=2\n"
        try await withRig(options) { rig in
            let terminal = try await rig.terminalWithClient()
            var fault = Fault(path: "/oauth2/token")
            fault.delay = 30
            try await rig.server.add(fault)
            let adding = try await terminal.begin("acctstore add new --pin --user alice")
            try await adding.paste(rig.server.visit(adding.address(), as: Self.alice), at: terminal)
            expectFailure(try await adding.finish(), 69, "got no answer")
            #expect(try await rig.items("Account").isEmpty)
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        var status: Int
        var body: String
        var ending: Int32
        var words: String
        var testDescription: String { "\(status) \(words)" }
    }

    @Test(
        "whatever the token's address answers is one line, a status and a way on; nothing is stored",
        arguments: [
            Refusal(status: 400, body: #"{"error":"invalid_request"}"#, ending: 76, words: "400 invalid_request"),
            Refusal(status: 401, body: #"{"error":"invalid_client"}"#, ending: 76, words: "401 invalid_client"),
            Refusal(status: 403, body: "<html><title>No entry</title>", ending: 76, words: "403: No entry"),
            Refusal(status: 429, body: "", ending: 75, words: "429"),
            Refusal(status: 500, body: "<html><h1>Oh dear</h1>", ending: 76, words: "500: Oh dear"),
            Refusal(status: 503, body: "busy", ending: 75, words: "503: busy"),
            Refusal(status: 302, body: "", ending: 76, words: "302"),
            Refusal(status: 200, body: "<html>", ending: 76, words: "no JSON object"),
            Refusal(status: 200, body: #"{"access_token":"a","token_type":"mac"}"#, ending: 76, words: "not bearer"),
        ])
    func refused(_ refusal: Refusal) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            try await rig.server.add(.answer(refusal.status, refusal.body, path: "/oauth2/token"))
            let adding = try await terminal.begin("acctstore add new --pin --user alice")
            try await adding.paste(rig.server.visit(adding.address(), as: Self.alice), at: terminal)
            let ended = try await adding.finish()
            expectFailure(ended, refusal.ending, refusal.words, "nothing was stored")
            #expect(!ended.nextSteps.isEmpty)
            #expect(try await rig.items("Account").isEmpty)
        }
    }

    @Test(
        "an app is for OAuth 2.0 where the service has nothing else; a wrong secret leads to the command that sets it")
    func wrongClient() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            let secret = try rig.folder.write("wrong", to: "input/client")
            try await terminal.mustRun("acctstore app set new --key demo-id --secret-stdin <\(secret)")
            expectSuccess(try await terminal.run("acctstore app"), prints: "new  default  demo-id  OAuth 2.0\n")
            let adding = try await terminal.begin("acctstore add new --pin --user alice")
            try await adding.paste(rig.server.visit(adding.address(), as: Self.alice), at: terminal)
            let ended = try await adding.finish()
            expectFailure(ended, 76, "invalid_client")
            #expect(ended.nextSteps == ["acctstore app set new --key ID --oauth2"])
        }
    }
}
