import TestRig
import Testing

/// The log-in at a server that nobody here has met: the app is registered, the person allows it, a code is exchanged.
@Suite("Log-in at mastodon-mock")
struct MastodonLogInTests {
    private static let service = "mastodon/social.example"

    /// A terminal on a machine where the server is that of the service, and nothing else is known of it.
    private func withTerminal(_ body: (MastodonServer, Rig, Terminal) async throws -> Void) async throws {
        try await MastodonMachine.withServer { server, rig in
            try rig.describe(server, as: Self.service)
            try await body(server, rig, try await rig.terminal())
        }
    }

    /// The address that the person is to visit, once it stands there.
    private func address(_ adding: TypedCommand) async throws -> String {
        try await eventually("the address") {
            adding.err.contains("/oauth/authorize?") && adding.err.contains("S256\n")
        }
        return String(try #require(adding.err.split(separator: "\n").first { $0.contains("/oauth/authorize?") }))
    }

    @Test("the app is registered by itself, the browser comes back, and the account posts and reads")
    func browser() async throws {
        try await withTerminal { server, rig, terminal in
            let adding = try await terminal.begin("BROWSER=/bin/true acctstore add mastodon --host social.example")
            let ended = try await rig.allow(address(adding), as: "alice")
            #expect(ended.hasPrefix("http://127.0.0.1:"))
            _ = try await rig.program(["/usr/bin/curl", "-s", ended]).run()
            try await terminal.confirm("Add @alice (\(Self.service))?")
            expectSuccess(try await adding.finish(), prints: "1\n")
            #expect(try await terminal.mustRun("acctstore app").hasPrefix("\(Self.service)  default  "))
            let id = try await terminal.mustRun("acctstore post --visibility unlisted hello").dropLast()
            #expect(try await terminal.mustRun("acctstore timeline").contains("hello\n"))
            #expect(try await terminal.mustRun("acctstore verify 1").contains("@alice"))
            try await terminal.mustRun("acctstore unpost \(id) --yes")
            expectSuccess(try await terminal.run("acctstore remove 1 --revoke --yes"))
        }
    }

    @Test("the code that the page shows is typed, and a second account has the same app")
    func code() async throws {
        try await withTerminal { server, rig, terminal in
            for (number, name) in ["alice", "bob"].enumerated() {
                let adding = try await terminal.begin("acctstore add \(Self.service) --pin --user \(name)")
                let page = try await rig.allow(address(adding), as: name)
                let code = try #require(MastodonServer.code(on: page))
                try await terminal.waitFor("Authorization code: ")
                try terminal.type("\(code)\n")
                expectSuccess(try await adding.finish(), prints: "\(number + 1)\n")
            }
            #expect(try await terminal.mustRun("acctstore app").split(separator: "\n").count == 1)
            #expect(try await terminal.mustRun("acctstore list \(Self.service)").contains("2  @bob  \(Self.service)"))
        }
    }

    @Test("how long a post may be is asked of the server")
    func limits() async throws {
        try await withTerminal { server, rig, terminal in
            let tokens = try rig.folder.write(server.tokenLine(of: "alice"), to: "input/alice")
            try await terminal.mustRun("acctstore add \(Self.service) --token-stdin <\(tokens)")
            let preview = try await terminal.run("acctstore post --dry-run 'hi @bob@other.example'")
            #expect(preview.err.contains("7 of 500\n"))
            try await server.add(
                fault: """
                    {"match":{"path":"/api/v2/instance"},"effect":{"status":200,"body":\
                    {"configuration":{"statuses":{"max_characters":5,"characters_reserved_per_url":3}}}}}
                    """)
            try await terminal.mustRun("acctstore agent stop")
            expectFailure(
                try await terminal.run("acctstore post --dry-run 'hi @bob@other.example'"), 65, "5 is the limit")
        }
    }
}
