import Glibc
import TestRig
import Testing

/// The log-in by browser, with a program that follows the redirects as a browser does, and with what stands in its way.
@Suite("Log-in by browser")
struct BrowserTests {
    private static let alice = TestService.Known.alice
    private static let waiting = "Waiting for the browser; or paste the address that it ended at: "

    @Test("the browser comes back by itself; it is a program apart, and the name is confirmed")
    func comesBack() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let adding = try await terminal.begin("BROWSER='\(try rig.browser()) --new %s' acctstore add local")
            try await terminal.confirm("Add @alice (local)?")
            let added = try await adding.finish()
            expectSuccess(added, prints: "1\n")
            _ = try address(on: added.err)
            #expect(terminal.screen.contains(Self.waiting))
            // The browser goes on by itself.
            try await eventually("the page") { rig.folder.read("home/page")?.contains("Back to the terminal") == true }
            try await eventually("where it came to") { rig.folder.read("home/visited")?.contains("/callback?") == true }
            let visited = try #require(rig.folder.read("home/visited"))
            #expect(visited.hasPrefix("200 http://127.0.0.1:") && visited.contains("/callback?oauth_token="))
            // Its streams lead nowhere, and it leads a session of its own.
            #expect(rig.folder.read("home/streams") == "/dev/null\n/dev/null\n/dev/null\n")
            let ids = try #require(rig.folder.read("home/ids")).split(whereSeparator: \.isWhitespace)
                .compactMap { Int($0) }
            #expect(ids.count == 3 && ids[0] == ids[1] && ids[2] == -1)
            let begun = try #require(try await rig.server.log().first { $0.path == "/oauth/request_token" })
            #expect(begun.header("Authorization")?.contains("oauth_callback=\"http%3A%2F%2F127.0.0.1%3A") == true)
            let again = try await rig.program(["/usr/bin/curl", "-s", String(visited.dropFirst(4))]).run()
            #expect(again.status == 7, "the port is open still")
            expectSuccess(try await terminal.run("acctstore post 'by browser'"))
        }
    }

    @Test("an expected name is not asked about, and another one stores nothing; nor does a no")
    func names() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let browser = try rig.browser()
            let other = try await terminal.run("BROWSER=\(browser) acctstore add local --user bob")
            expectFailure(other, 76, "@alice", "@bob", "nothing was stored")
            // What is said next starts a line of its own.
            try await terminal.waitFor(Self.waiting + "\r\n")
            let refused = try await terminal.begin("BROWSER=\(browser) acctstore add local")
            try await terminal.waitFor("Add @alice (local)? yes, no: ")
            try terminal.type("no\n")
            expectFailure(try await refused.finish(), 80, "nothing was stored")
            #expect(try await rig.items("Account").isEmpty)
            let added = try await terminal.run("BROWSER=\(browser) acctstore add local --user alice")
            expectSuccess(added, prints: "1\n")
            // Nobody to ask: it is stored and told.
            let bob = try rig.browser(as: TestService.Known.bob)
            let alone = try await terminal.run("BROWSER=\(bob) acctstore add local --browser </dev/null")
            expectSuccess(alone, prints: "2\n")
            #expect(alone.err.contains("added @bob (2, local)"))
        }
    }

    @Test("over SSH no browser is started, the words say how to go on, and the pasted address is the answer")
    func overSSH() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let lynx = try rig.script("lynx", "#!/bin/sh\ntouch \"$HOME/started\"\n")
            let remote = "SSH_CONNECTION='192.0.2.1 1 192.0.2.2 22' BROWSER=\(lynx) acctstore add local"
            let adding = try await terminal.begin("\(remote) --browser")
            try await terminal.waitFor(Self.waiting)
            #expect(adding.err.contains("on any machine") && adding.err.contains("Paste the whole address"))
            let ended = try await callback(of: adding, on: rig)
            try terminal.type("  \(ended) \r\n")
            try await terminal.confirm("Add @alice (local)?")
            expectSuccess(try await adding.finish(), prints: "1\n")

            let pin = try await terminal.begin("\(remote) --user alice")
            try await terminal.waitFor("PIN: ")
            let token = try self.token(in: try address(on: pin.err))
            let verifier = try await rig.server.authorize(token, as: Self.alice)
            try terminal.type("http://localhost/?oauth_token=\(token)&oauth_verifier=\(verifier)\n")
            expectSuccess(try await pin.finish(), prints: "1\n")
            #expect(rig.folder.read("home/started") == nil)
        }
    }

    @Test("a browser that shows nothing, and an address of another log-in: what is asked for stays open")
    func wrongAddress() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let adding = try await terminal.begin("BROWSER=/bin/false acctstore add local --user alice")
            try await terminal.waitFor(Self.waiting)
            for wrong in ["http://127.0.0.1:1/callback?oauth_token=other&oauth_verifier=1", ""] {
                try terminal.type("\(wrong)\n")
                try await terminal.waitFor(Self.waiting)
            }
            #expect(adding.err.contains("that address holds no answer to this log-in; 3 more to try\n"))
            #expect(adding.err.contains("the PIN was empty; 2 more to try\n"))
            let ended = try await callback(of: adding, on: rig)
            #expect(try await rig.program(["/usr/bin/curl", "-s", ended]).run().out.contains("Back to the terminal"))
            expectSuccess(try await adding.finish(), prints: "1\n")
        }
    }

    @Test("a no at the service is 80 and one line, with no request for a token")
    func denied() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let browser = try rig.browser(presses: "cancel")
            let ended = try await terminal.run("BROWSER=\(browser) acctstore add local")
            expectFailure(ended, 80, "denied", "nothing was stored")
            // The browser goes on by itself.
            try await eventually("the page") { rig.folder.read("home/page")?.contains("Access denied") == true }
            #expect(try await rig.server.log().allSatisfy { $0.path != "/oauth/access_token" })
            #expect(try await rig.items("Account").isEmpty)
        }
    }

    @Test(
        "ended by a signal while it waits: the status tells it, nothing is stored and the port is closed",
        arguments: [SIGINT, SIGTERM])
    func signalled(by number: Int32) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let adding = try await terminal.begin("BROWSER=/bin/true acctstore add local")
            try await terminal.waitFor(Self.waiting)
            let ended = try await callback(of: adding, on: rig)
            if number == SIGINT { try terminal.type("\u{3}") } else { terminal.sendToForeground(signal: number) }
            #expect(try await adding.finish().status == 128 + number)
            #expect(terminal.echoes)
            var status: Int32 = 0
            while status != 7 { status = try await rig.program(["/usr/bin/curl", "-s", ended]).run().status }
            #expect(try await rig.items("Account").isEmpty)
        }
    }

    @Test("stopped while it waits: the keys are the shell's, and the log-in goes on where it was")
    func stopped() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let adding = try await terminal.begin("BROWSER=/bin/true acctstore add local --user alice")
            try await terminal.waitFor(Self.waiting)
            let ended = try await callback(of: adding, on: rig)
            try terminal.type("\u{1A}")
            #expect(try await adding.finish().status == 148)
            expectSuccess(try await terminal.run("acctstore list"))
            #expect(try await rig.program(["/usr/bin/curl", "-s", ended]).run().status == 0)
            let continued = try await terminal.beginOnScreen("fg")
            #expect(try await continued.finish().status == 0)
            #expect(terminal.echoes)
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
        }
    }

    @Test("a port that is taken, and a callback that the service refuses: on by PIN, with a word why")
    func goesOnByPIN() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let taken = try rig.server.port
            try await terminal.mustRun("acctstore app set local --callback http://127.0.0.1:\(taken)/cb")
            let adding = try await terminal.begin("BROWSER=/bin/true acctstore add local --user alice")
            try await terminal.waitFor("PIN: ")
            #expect(adding.err.contains("port \(taken) of 127.0.0.1 is taken by another program; so by PIN:\n"))
            let token = try self.token(in: try address(on: adding.err))
            try terminal.type(try await rig.server.authorize(token, as: Self.alice) + "\n")
            expectSuccess(try await adding.finish(), prints: "1\n")

            try await terminal.mustRun("acctstore app set local --callback ''")
            let words = #"{"errors":[{"code":415,"message":"Callback URL not approved"}]}"#
            try await rig.server.add(.answer(403, words, path: "/oauth/request_token"))
            let refused = try await terminal.begin("BROWSER=/bin/true acctstore add local --user alice")
            try await terminal.waitFor("PIN: ")
            #expect(refused.err.contains("403") && refused.err.contains("Callback URL not approved"))
            try terminal.type("\u{3}")
            #expect(try await refused.finish().status == 130)
            try await rig.server.add(.answer(403, words, path: "/oauth/request_token"))
            let alone = try await terminal.run("acctstore add local --browser </dev/null")
            expectFailure(alone, 76, "403", "nothing was stored")
            #expect(alone.nextSteps == ["acctstore add local --pin"])
        }
    }

    @Test("where there is no browser a terminal shows the address as a QR code, unless that is switched off")
    func code() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            for option in ["", "--no-qr"] {
                let adding = try await terminal.beginOnScreen("LC_ALL=C.UTF-8 acctstore add local --pin \(option)")
                try await terminal.waitFor("PIN: ")
                try terminal.type("\u{3}")
                #expect(try await adding.finish().status == 130)
                // The first of the two alone has drawn lines.
                let drawn = terminal.screen.split(whereSeparator: \.isNewline).count { $0.hasPrefix("██") }
                #expect((15...30).contains(drawn))
            }
        }
    }

    // MARK: The browser

    private func token(in address: String) throws -> String {
        let start = try #require(address.firstRange(of: "oauth_token="))
        return String(address[start.upperBound...].prefix { $0 != "&" })
    }

    /// Signs in as alice on another machine, and answers where the browser ends there.
    private func callback(of adding: TypedCommand, on rig: Rig) async throws -> String {
        let token = try self.token(in: try address(on: adding.err))
        let begun = try #require(try await rig.server.log().last { $0.path == "/oauth/request_token" })
        let header = try #require(begun.header("Authorization"))
        let port = try #require(header.firstRange(of: "127.0.0.1%3A")).upperBound
        let verifier = try await rig.server.authorize(token, as: Self.alice)
        return "http://127.0.0.1:\(header[port...].prefix { $0.isNumber })/callback"
            + "?oauth_token=\(token)&oauth_verifier=\(verifier)"
    }
}
