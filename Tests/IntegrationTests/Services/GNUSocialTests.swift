import FoundationEssentials
import TestRig
import Testing

/// GNU social from log-in to removal: no app to keep, a token that names nobody, limits that the server tells.
@Suite("GNU social")
struct GNUSocialTests {
    private static let alice = TestService.Known.alice

    private struct Social {
        var rig: Rig
        var server: TestService
        var host: String
        var terminal: Terminal

        var service: String { "gnusocial/\(host)" }

        /// Logs in by PIN, whatever the server takes as one.
        func add(pin: String? = nil) async throws -> CommandResult {
            let adding = try await terminal.begin("acctstore add \(service) --pin --user alice")
            try await terminal.waitFor("PIN: ")
            let page = try address(on: adding.err)
            let token = String(page[page.ranges(of: "oauth_token=")[0].upperBound...])
            try terminal.type(try await server.authorize(token, as: TestService.Known.alice, pin: pin) + "\n")
            return try await adding.finish()
        }
    }

    private func withSocial(
        limit: Int = 1000, _ body: (Social) async throws -> Void
    ) async throws {
        try await withRig { rig in
            let server = try rig.server
            var options = ServiceOptions()
            options.shape = .gnusocial
            options.textLimit = limit
            try await server.set(options)
            let host = "127.0.0.1:\(server.port)"
            // Plain http takes a file of one's own, which need say no more than where it is.
            try rig.folder.write(
                "[service]\nbase=\(server.base)\n", to: "home/.config/acctstore/services/gnusocial/\(host).conf")
            try await body(Social(rig: rig, server: server, host: host, terminal: try await rig.terminal()))
        }
    }

    @Test("by PIN without any app: a pasted address for a host, a PIN of one digit, and the name is asked for")
    func byPIN() async throws {
        try await withSocial { social in
            let terminal = social.terminal
            let adding = try await terminal.begin(
                "acctstore add gnusocial --host http://127.0.0.1:\(social.server.port)/")
            try await terminal.waitFor("PIN: ")
            let page = try address(on: terminal.screen)
            #expect(page.hasPrefix("\(social.server.base)api/oauth/authorize?oauth_token="))
            let shown = try await social.rig.program(["/usr/bin/curl", "-sf", page]).run()
            #expect(shown.out.contains("Authorize Anonymous"))
            let token = String(page[page.ranges(of: "oauth_token=")[0].upperBound...])
            try terminal.type(try await social.server.authorize(token, as: Self.alice, pin: "7") + "\n")
            try await terminal.confirm("Add @alice (\(social.service))?")
            expectSuccess(try await adding.finish(), prints: "1\n")
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  \(social.service)\n")
            let asked = try await social.server.log().map(\.path)
            #expect(
                asked.filter { $0.hasPrefix("/api") } == [
                    "/api/oauth/request_token", "/api/oauth/authorize", "/api/oauth/access_token",
                    "/api/account/verify_credentials.json",
                ])
            #expect(try await social.rig.items("App").isEmpty)
            let account = try #require(try await social.rig.items("Account").first)
            #expect(account.attributes["user-id"] == "1001" && account.attributes["service"] == social.service)
        }
    }

    @Test("by browser, which comes back to a free port")
    func byBrowser() async throws {
        try await withSocial { social in
            let adding = try await social.terminal.begin(
                "BROWSER=\(try social.rig.browser()) acctstore add \(social.service)")
            try await social.terminal.confirm("Add @alice (\(social.service))?")
            expectSuccess(try await adding.finish(), prints: "1\n")
            #expect(try await social.server.log().allSatisfy { $0.verdict?.valid != false })
        }
    }

    @Test("a wrong PIN is told in the server's words, and nothing is stored")
    func wrongPIN() async throws {
        try await withSocial { social in
            let adding = try await social.terminal.begin("acctstore add \(social.service) --pin")
            try await social.terminal.waitFor("PIN: ")
            try social.terminal.type("12\n")
            expectFailure(try await adding.finish(), 76, "400: Invalid request token or verifier", "nothing was stored")
            #expect(try await social.rig.items("Account").isEmpty)
        }
    }

    @Test("post, read, search, take back, remove; and the same person again gets a number of its own")
    func whole() async throws {
        try await withSocial { social in
            let terminal = social.terminal
            expectSuccess(try await social.add(), prints: "1\n")
            let text = "R&D <3 &lt; é ☃ %41 + ~*'() & = 😀"
            let posted = try await terminal.run("acctstore post \"\(text)\"")
            expectSuccess(posted)
            let id = String(posted.out.dropLast())
            #expect(try await social.server.posts().map(\.text) == [text])
            for command in [
                "timeline --jsonl", "timeline user alice --jsonl", "timeline search R --jsonl", "view \(id) --json",
            ] {
                let read = try await terminal.run("acctstore \(command)")
                expectSuccess(read)
                #expect(read.out.contains(#""id":"\#(id)""#) && read.out.contains("R&D <3 &lt; é ☃"), "\(read.out)")
            }
            expectSuccess(try await terminal.run("acctstore verify"))
            expectSuccess(try await terminal.run("acctstore unpost \(id) --yes"))
            expectSuccess(try await terminal.run("acctstore remove 1 --yes"))
            expectSuccess(try await terminal.run("acctstore list"), prints: "")
            // The server gives the same token again.
            expectSuccess(try await social.add(), prints: "2\n")
        }
    }

    @Test("the server is asked how long a post may be: what is longer is not sent, and a 413 is told")
    func limits() async throws {
        try await withSocial(limit: 40) { social in
            let terminal = social.terminal
            expectSuccess(try await social.add(), prints: "1\n")
            let long = String(repeating: "é", count: 41)
            expectFailure(try await terminal.run("acctstore post \(long)"), 65, "41", "40")
            let preview = try await terminal.run("acctstore post --dry-run \(long.dropLast())")
            expectSuccess(preview)
            #expect(preview.err.contains("40 of 40"))
            expectSuccess(try await terminal.run("acctstore post \(long.dropLast())"))
            // Asked once, and not signed.
            let questions = try await social.server.log().filter { $0.path == "/api/statusnet/config.json" }
            #expect(questions.count == 1 && questions[0].header("Authorization") == nil)
            #expect(try await social.server.posts().count == 1)

            var options = ServiceOptions()
            options.textLimit = 10
            try await social.server.set(options)
            let refused = try await terminal.run("acctstore post 'eleven chars'")
            expectFailure(refused, 76, "Maximum notice size is 10 characters")
            #expect(try await social.server.posts().count == 1)
        }
    }

    @Test("the app alone, and nobody, ask at a host where there is an account")
    func withoutAccount() async throws {
        try await withSocial { social in
            expectSuccess(try await social.add(), prints: "1\n")
            let address = "\(social.server.base)api/statuses/public_timeline.json"
            for actor in ["app", "none"] {
                expectSuccess(try await social.terminal.run("acctstore request -a \(actor) GET \(address)"))
            }
            let asked = try await social.server.log().suffix(2)
            #expect(asked.first?.verdict?.consumerKey == "anonymous" && asked.last?.header("Authorization") == nil)
        }
    }
}
