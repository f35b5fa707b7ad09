import TestRig
import Testing

/// Whatever a service answers to a post, it is one line with the cause, a status of its own, and one request.
@Suite("A service in trouble")
struct ServiceTroubleTests {
    private static let update = "/1.1/statuses/update.json"

    private struct Case: Sendable {
        let fault: Fault
        let status: Int32
        let words: [String]

        init(_ fault: Fault, _ status: Int32, _ words: String...) {
            self.fault = fault
            self.status = status
            self.words = words
        }
    }

    private static func json(_ status: Int, _ code: Int, _ words: String) -> Fault {
        .answer(status, #"{"errors":[{"code":\#(code),"message":"\#(words)"}]}"#, path: update)
    }

    private static let cases = [
        Case(json(403, 187, "Status is a duplicate."), 76, "403", "duplicate"),
        Case(.answer(403, "", path: update), 76, "403"),
        Case(.answer(403, #"{"detail":"You are not permitted"}"#, path: update), 76, "403", "not permitted"),
        Case(json(401, 32, "Could not authenticate you."), 81, "401", "Could not authenticate"),
        Case(.answer(401, "<h1>no</h1>", type: "text/html", path: update), 81, "401"),
        Case(json(404, 34, "Sorry, that page does not exist."), 76, "404"),
        Case(.answer(420, "Enhance your calm", type: "text/plain", path: update), 75, "420", "calm"),
        Case(.answer(429, "Too many requests", type: "text/plain", path: update), 75, "429", "Too many requests"),
        Case(json(500, 131, "Internal error"), 82, "500"),
        Case(.answer(502, "", path: update), 82, "502"),
        Case(
            .answer(503, "<html><title>Over capacity</title></html>", type: "text/html", path: update), 82, "503",
            "Over capacity"),
        Case(.answer(200, "<html><body>hello</body></html>", type: "text/html", path: update), 82, "200"),
        Case(.answer(200, "", path: update), 82, "200"),
        Case(.answer(200, "[]", path: update), 82, "200"),
        Case(.answer(200, #"{"id_str":"","text":"x"}"#, path: update), 82, "200"),
        Case(redirected, 76, "302"),
        Case(dropped(0), 82), Case(swallowed, 82), Case(dropped(20), 82), Case(cutShort, 82),
    ]

    private static var redirected: Fault {
        var fault = Fault(path: update)
        fault.redirect = "/elsewhere"
        return fault
    }

    private static func dropped(_ bytes: Int) -> Fault {
        var fault = Fault(path: update)
        fault.drop = bytes
        return fault
    }

    private static var swallowed: Fault {
        var fault = Fault(path: update)
        fault.swallow = true
        return fault
    }

    private static var cutShort: Fault {
        var fault = Fault(path: update)
        fault.dropBody = 10
        return fault
    }

    @Test("every shape of refusal and of nonsense: nothing on stdout, one line, its status, and the post is sent once")
    func everyAnswer() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            for (index, one) in Self.cases.enumerated() {
                try await rig.server.reset()
                try await rig.server.add(one.fault)
                let ended = try await terminal.run("acctstore post 'number \(index)'")
                expectFailure(ended, one.status, "@alice (1, local)")
                for word in one.words { #expect(ended.err.contains(word), "\(ended.err)") }
                #expect(ended.err.contains("127.0.0.1") || one.words.isEmpty, "\(ended.err)")
                #expect(!ended.nextSteps.isEmpty || one.status == 76, "\(ended.err)")
                #expect(!ended.err.contains("<h"), "\(ended.err)")
                let sent = try await rig.server.log().map(\.path)
                #expect(sent == [Self.update], "\(one.fault): \(sent)")
            }
            try await rig.server.reset()
            expectSuccess(try await terminal.run("acctstore post 'after all of it'"))
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
        }
    }

    @Test("a refusal with 403 is no proof: the person is told to look before trying again")
    func forbiddenIsNoProof() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            expectSuccess(try await terminal.run("acctstore post twice"))
            let again = try await terminal.run("acctstore post twice")
            expectFailure(again, 76, "403", "187")
            #expect(again.err.contains("does not prove"))
        }
    }

    @Test("only a token that the service calls invalid marks the account: the list says so, and a new log-in mends it")
    func needsLogIn() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.server.add(Self.json(401, 32, "Could not authenticate you."))
            expectFailure(try await terminal.run("acctstore post one"), 81)
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")

            try await rig.server.add(Self.json(401, 89, "Invalid or expired token."))
            let ended = try await terminal.run("acctstore post two")
            expectFailure(ended, 81, "Invalid or expired token")
            #expect(ended.nextSteps == ["acctstore login 1"])
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local  needs log-in\n")

            let tokens = try rig.tokens(of: TestService.Known.alice)
            try await terminal.mustRun("acctstore add local --user alice --token-stdin <\(tokens)")
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
        }
    }

    @Test("an answer that does not come in time is an unknown outcome, and the post is sent once")
    func slow() async throws {
        var options = RigOptions()
        options.configuration = "[network]\ntimeout=2\n"
        try await withRig(options) { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            var fault = Fault(path: Self.update)
            fault.delay = 80
            try await rig.server.add(fault)
            let start = ContinuousClock.now
            let ended = try await terminal.run("acctstore post slow")
            expectFailure(ended, 82, "may have been posted")
            #expect(start.duration(to: .now) < .seconds(45))
            #expect(try await rig.server.log().count { $0.path == Self.update } <= 1)
        }
    }

    @Test("no network at all: 69, nothing on stdout, and no advice to log in again")
    func noNetwork() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            await (try rig.server).stop()
            let ended = try await terminal.run("acctstore post nowhere")
            expectFailure(ended, 69, "127.0.0.1")
            #expect(!ended.err.contains("acctstore add"))
        }
    }

    @Test("what a service says cannot steer the terminal")
    func hostileWords() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let words = #"\u001b[2J\u001b]52;c;eA==\u0007\u202egone"#
            try await rig.server.add(Self.json(403, 326, words))
            let ended = try await terminal.run("acctstore post x")
            expectFailure(ended, 76)
            #expect(ended.err.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0 != "\u{202E}") })
        }
    }
}
