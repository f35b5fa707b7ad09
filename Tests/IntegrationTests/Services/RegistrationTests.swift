import TestRig
import Testing

/// The app that is registered at the first log-in to a host, as at Mastodon.
@Suite("Apps that register themselves")
struct RegistrationTests {
    private static let alice = TestService.Known.alice
    private static let registration = "/api/v1/apps"

    private struct Host {
        var rig: Rig
        var server: TestService
        var terminal: Terminal

        var service: String { "mastodon/127.0.0.1:\(server.port)" }

        func add(_ person: TestService.Person) async throws -> CommandResult {
            let adding = try await terminal.begin("acctstore add \(service) --pin --user \(person.name)")
            let ended = try await server.visit(adding.address(), as: person)
            try await terminal.waitFor("Authorization code: ")
            try terminal.type("\(try #require(ended.split(separator: "code=").last?.prefix { $0 != "&" }))\n")
            return try await adding.finish()
        }

        func registered() async throws -> Int {
            try await server.log().count { $0.path == RegistrationTests.registration && $0.status == 200 }
        }
    }

    private func withHost(_ body: (Host) async throws -> Void) async throws {
        try await withRig { rig in
            let server = try rig.server
            // The test service has its own addresses for OAuth 2.0, and API 1.1.
            try rig.folder.write(
                """
                [service]
                dialect=twitter-1.1
                base=\(server.base)
                [oauth2]
                authorize=\(server.base)oauth2/authorize
                token=\(server.base)oauth2/token
                revoke=\(server.base)oauth2/revoke

                """, to: "home/.config/acctstore/services/mastodon/127.0.0.1:\(server.port).conf")
            try await body(Host(rig: rig, server: server, terminal: try await rig.terminal()))
        }
    }

    @Test("one app for all accounts at a host, told when it is made")
    func once() async throws {
        try await withHost { host in
            let first = try await host.add(Self.alice)
            expectSuccess(first, prints: "1\n")
            #expect(first.err.contains("\(host.service) has registered acctstore as an app, for all your accounts"))
            let second = try await host.add(TestService.Known.bob)
            expectSuccess(second, prints: "2\n")
            #expect(!second.err.contains("registered"))
            #expect(try await host.registered() == 1)
            let app = try #require(try await host.rig.items("App").first)
            #expect(app.attributes["service"] == host.service && app.attributes["app"] == "default")
            let listed = try await host.terminal.run("acctstore service \(host.service)")
            #expect(listed.out.contains("  default\n"), "\(listed.out)")
            expectSuccess(try await host.terminal.run("acctstore post -a bob 'by a registered app'"))
            expectSuccess(try await host.terminal.run("acctstore remove bob --revoke --yes"))
        }
    }

    @Test("the browser comes back to the very port that was registered")
    func browser() async throws {
        try await withHost { host in
            let adding = try await host.terminal.begin("BROWSER=/bin/true acctstore add \(host.service) --user alice")
            let ended = try await host.server.visit(adding.address(), as: Self.alice)
            let sent = try #require(try await host.server.log().first { $0.path == Self.registration })
            let addresses = try #require(sent.form.first { $0[0] == "redirect_uris" }?[1]).split(separator: "\n")
            let callback = try #require(addresses.last)
            #expect(addresses.first == "urn:ietf:wg:oauth:2.0:oob" && ended.hasPrefix(callback))
            _ = try await host.rig.program(["/usr/bin/curl", "-s", ended]).run()
            expectSuccess(try await adding.finish(), prints: "1\n")
        }
    }

    @Test("a registration that fails stores nothing, and the next log-in tries again")
    func failing() async throws {
        try await withHost { host in
            let body = #"{"error":"Validation failed: Redirect URI is not one of ours"}"#
            try await host.server.add(.answer(422, body, path: Self.registration))
            let refused = try await host.terminal.run("acctstore add \(host.service) --pin")
            expectFailure(refused, 76, "422: Validation failed: Redirect URI is not one of ours", "nothing was stored")
            let page = "<title>No such page</title>"
            try await host.server.add(.answer(404, page, type: "text/html", path: Self.registration))
            expectFailure(try await host.terminal.run("acctstore add \(host.service) --pin"), 76, "check the host")
            #expect(try await host.rig.items("App").isEmpty)
            expectSuccess(try await host.add(Self.alice), prints: "1\n")
        }
    }

    @Test("two log-ins at once register one app")
    func together() async throws {
        try await withHost { host in
            var slow = Fault(path: Self.registration, times: 2)
            slow.delay = 1
            try await host.server.add(slow)
            let other = try await host.rig.terminal()
            let first = try await host.terminal.begin("acctstore add \(host.service) --pin --user alice")
            let second = try await other.begin("acctstore add \(host.service) --pin --user bob")
            _ = try await (first.address(), second.address())
            #expect(try await host.registered() == 1)
            #expect(try await host.rig.items("App").count == 1)
        }
    }
}
