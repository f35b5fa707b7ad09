import Glibc
import TestRig
import Testing

/// `request` sends what it is told, once, and hands the answer through.
@Suite("Raw requests")
struct RequestTests {
    @Test("a read, a form, and JSON from a pipe: each is signed as the service wants it, and the answer comes as it is")
    func signed() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let who = try await terminal.run("acctstore request GET /1.1/account/verify_credentials.json -d 'a b=ü&'")
            expectSuccess(who)
            #expect(who.out.contains(#""screen_name""#) && who.out.contains("alice"))
            #expect(who.err == "")
            let posted = try await terminal.run("acctstore request POST 1.1/statuses/update.json -d status='raw & ü'")
            expectSuccess(posted)
            #expect(posted.err == "as @alice (1, local)\n")
            let piped = try await terminal.run(
                #"printf '%s' '{"text":"as JSON"}' | acctstore request POST /2/tweets --body - -H 'X-Mine: 1'"#)
            expectSuccess(piped)
            #expect(try await rig.server.posts().map(\.text) == ["raw & ü", "as JSON"])
            let log = try await rig.server.log().filter { $0.verdict != nil }.suffix(3)
            #expect(log.allSatisfy { $0.verdict?.valid == true })
            let json = try #require(log.last)
            #expect(json.body == #"{"text":"as JSON"}"#)
            #expect(json.header("Content-Type") == "application/json")
            #expect(json.header("Content-Length") == "18")
            #expect(json.header("X-Mine") == "1")
        }
    }

    @Test("a file of any bytes is sent as it is, however long")
    func files() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let bytes = try await terminal.mustRun("head -c 300000 /dev/urandom >media; base64 -w0 media")
            expectSuccess(try await terminal.run("acctstore request POST /1.1/media/upload.json --body media"))
            let sent = try #require(try await rig.server.log().last)
            #expect(sent.header("Content-Length") == "300000")
            #expect(sent.bodyBase64 == bytes)
            #expect(sent.header("Content-Type") == "application/octet-stream")
            expectFailure(try await terminal.run("acctstore request POST /x --body nothing"), 74, "nothing")
        }
    }

    @Test(
        "the answer is printed whatever its status, byte for byte, and the exit status tells it apart",
        arguments: [
            (200, "GET", 0), (201, "POST", 0), (302, "GET", 76), (400, "POST", 76), (401, "GET", 81), (404, "GET", 76),
            (429, "GET", 75), (500, "GET", 76), (503, "GET", 75), (500, "POST", 82),
        ] as [(Int, String, Int32)])
    func statuses(_ status: Int, _ method: String, _ exit: Int32) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let body = "{\"a\" : [1,\u{1B} 2]}\n\n"
            try await rig.server.add(.answer(status, body, path: "/1.1/x.json"))
            let ended = try await terminal.run("acctstore request \(method) /1.1/x.json")
            #expect(ended.status == exit, "\(ended.err)")
            #expect(ended.out == body)
            #expect((ended.errorLine == nil) == (exit == 0), "\(ended.err)")
            #expect(try await rig.server.log().count { $0.path == "/1.1/x.json" } == 1)
        }
    }

    @Test("HEAD has a head and no body, and -i shows it")
    func head() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            var fault = Fault.answer(200, "", path: "/1.1/x.json")
            fault.headers = ["X-Answer": "yes"]
            try await rig.server.add(fault)
            let ended = try await terminal.run("acctstore request -i HEAD /1.1/x.json")
            expectSuccess(ended)
            let lines = ended.out.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.first == "HTTP 200")
            #expect(lines.contains { $0.lowercased() == "x-answer: yes" })
            #expect(lines.suffix(2) == ["", ""])
        }
    }

    @Test("unsigned, and as an app alone: the first needs nothing, the second an app that is kept, and a grant")
    func senders() async throws {
        try await withRig { rig in
            let path = "1.1/statuses/public_timeline.json"
            let url = "\(try rig.server.base)\(path)"
            expectSuccess(try await rig.acctstore("request", "-a", "none", "GET", url))
            #expect(try await rig.server.log().last?.header("Authorization") == nil)
            let terminal = try await rig.terminal()
            let missing = try await terminal.run("acctstore request -a app --service local GET \(path)")
            expectFailure(missing, 78, "app default", "local")
            #expect(missing.nextSteps == ["acctstore app set local --key KEY"])
            try await terminal.mustRun(
                "printf %s \(TestService.Known.consumerSecret) | acctstore app set local --secret-stdin "
                    + "--key \(TestService.Known.consumerKey)")
            expectSuccess(try await terminal.run("acctstore request -a app --service local GET \(path)"))
            let sent = try #require(try await rig.server.log().last)
            #expect(sent.verdict?.valid == true)
            #expect(sent.header("Authorization")?.contains("oauth_token") == false)
            let script = try rig.script("nightly", "#!/bin/sh\nacctstore request -a app GET \(url)\n")
            let refused = try await rig.alone(script)
            expectFailure(refused, 77, "any account of local")
            let command = try #require(refused.nextSteps.first)
            #expect(command.hasSuffix("'local:*'"))
            try await terminal.mustRun(command)
            expectSuccess(try await rig.alone(script))
            let elsewhere = try await rig.acctstore("request", "-a", "none", "GET", "https://elsewhere.example/")
            expectFailure(elsewhere, 64, "https://elsewhere.example/")
        }
    }

    @Test("what has arrived is printed before the rest comes; Ctrl-C ends it")
    func arriving() async throws {
        try await withRig { rig in
            var fault = Fault.answer(200, String(repeating: "x", count: 100_000))
            fault.drip = 10
            try await rig.server.add(fault)
            let url = "\(try rig.server.base)1.1/statuses/public_timeline.json"
            let running = try rig.program([rig.acctstorePath, "request", "-a", "none", "GET", url]).start()
            try await running.waitForOut("xx")
            #expect(!running.hasEnded)
            running.send(signal: SIGINT)
            #expect(try await running.finish().err == "")
        }
    }

    @Test("an answer of 64 MB goes through a reader that closes early, and through flat memory")
    func large() async throws {
        try await withRig { rig in
            let url = "\(try rig.server.base)1.1/statuses/public_timeline.json"
            for _ in 1...2 {
                var fault = Fault()
                fault.make = .long(64 << 20)
                try await rig.server.add(fault)
            }
            let terminal = try await rig.terminal()
            let early = try await terminal.run("(acctstore request -a none GET \(url) | head -c 10 | wc -c)")
            #expect(early.out == "10\n")
            #expect(early.err == "")
            let whole = try await terminal.run(
                "({ acctstore request -a none GET \(url); agent=$(acctstore agent status | grep -o '[0-9]*' | head -1); "
                    + "sed -n 's/^VmHWM:[^0-9]*//p' /proc/$agent/status >&2; } | wc -c)", within: .seconds(60))
            #expect(whole.out == "\(64 << 20)\n")
            let kilobytes = try #require(whole.err.split(separator: " ").first.flatMap { Int($0) }, "\(whole.err)")
            #expect(kilobytes < 64 << 10)
        }
    }

    @Test("on a terminal JSON is laid out and no control character gets there")
    func onScreen() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.server.add(.answer(200, "{\"a\":[1],\"b\":\"\u{1B}]0;title\u{7}\"}", path: "/1.1/x.json"))
            #expect(try await terminal.runOnScreen("acctstore request GET /1.1/x.json") == 0)
            try await terminal.waitFor("\"a\": [\r\n    1\r\n  ],\r\n  \"b\": \"\\u{1B}]0;title\\u{7}\"\r\n}")
        }
    }
}
