import AccountModel
import AcctstoreCLI
import CommandLineKit
import FoundationEssentials
import Testing

@Suite("request: a raw request, and its answer as it comes")
struct RequestCommandTests {
    private let alice = RequestSender.account(Samples.alice.id)

    @Test("a path lies below the service's API, with a slash in front or not; an address goes as it is")
    func addresses() async throws {
        for (given, url) in [
            ("/2/users/me", "http://127.0.0.1:8080/2/users/me"),
            ("1.1/a.json?x=1", "http://127.0.0.1:8080/1.1/a.json?x=1"),
            ("https://api.example/x", "https://api.example/x"),
        ] {
            let outcome = try await TestRun(script: Samples.one).run("request", "GET", .init(given))
            #expect(outcome.status == 0)
            #expect(outcome.requests.map(\.url) == [url])
            #expect(outcome.output == Samples.one.answer.body)
            #expect(outcome.messages.isEmpty)
        }
    }

    @Test("a write says as whom; -d and -H go along, in order and with repeats")
    func parameters() async throws {
        let outcome = try await TestRun(script: Samples.two).run(
            "request", "-a", "bob", "POST", "/x", "-d", "b=1", "-d", "a=", "-H", "X-A: 1", "-H", "X-A:2", "-H", "X-B:")
        #expect(outcome.messages == "as @bob (2, twitter)\n")
        #expect(outcome.requests.first?.parameters.map { "\($0.name)=\($0.value)" } == ["b=1", "a="])
        #expect(outcome.requests.first?.headers.map { "\($0.name)=\($0.value)" } == ["X-A=1", "X-A=2", "X-B="])
        #expect(outcome.calls.last == "perform as \(RequestSender.account(Samples.bob.id))")
    }

    @Test("as nobody or as an app alone, at the service that is named, else at the configured one")
    func senders() async throws {
        let nobody = try await TestRun().run("request", "-a", "none", "GET", "/x", "--service", "local")
        #expect(nobody.calls == ["profile of local", "perform as \(RequestSender.nobody)"])
        let app = try await TestRun().run("request", "-a", "app", "POST", "/x")
        #expect(
            app.calls == [
                "services twitter", "profile of twitter", "perform as \(RequestSender.app("default", of: .twitter))",
            ])
        #expect(app.messages == "as the app default (twitter)\n")
        let named = try await TestRun(environment: ["ACCTSTORE_ACCOUNT": "alice"]).run(
            "request", "--app", "mine", "GET", "/x")
        #expect(named.calls.last == "perform as \(RequestSender.app("mine", of: .twitter))")
        let both = try await TestRun(script: Samples.one).run("request", "--app", "mine", "-a", "1", "GET", "/x")
        #expect(both.status == 64)
        #expect(both.requests.isEmpty)
    }

    @Test("the app is named that the agent will take: the only one, where none has the usual name")
    func onlyApp() async throws {
        var script = Samples.one
        script.services = [Samples.twitter(apps: ["work"])]
        script.answer = (401, "")
        let outcome = try await TestRun(script: script).run("request", "-a", "app", "POST", "/x")
        #expect(outcome.calls.contains("perform as \(RequestSender.app("work", of: .twitter))"))
        #expect(outcome.messages.hasPrefix("as the app work (twitter)\n"), "\(outcome.messages)")
        #expect(outcome.messages.contains("for the app work,"), "\(outcome.messages)")
        script.services = [Samples.twitter(apps: ["one", "two"])]
        let unclear = try await TestRun(script: script).run("request", "-a", "app", "POST", "/x")
        #expect(unclear.status == 78 && !unclear.calls.contains { $0.hasPrefix("perform") })
        #expect(unclear.messages == "error: twitter has more than one app: one, two\nnext: say which with --app NAME\n")
    }

    @Test("a whole address is one service's; of several at it the one with the app, and the option says it for certain")
    func appOfAWholeAddress() async throws {
        let mine = try #require(Service("mine"))
        var script = Samples.one
        script.names.services = [.twitter, mine]
        script.names.apps = [AppName(service: mine, name: "default")]
        let url: RawArgument = "http://127.0.0.1:8080/x"
        let one = try await TestRun(script: script).run("request", "-a", "app", "POST", url)
        #expect(one.messages == "as the app default (mine)\n")
        #expect(one.calls.last == "perform as \(RequestSender.app("default", of: mine))")
        let said = try await TestRun(script: script).run(
            "request", "-a", "app", "--service", "twitter", "POST", url)
        #expect(said.messages == "as the app default (twitter)\n")
        #expect(said.calls == ["services twitter", "perform as \(RequestSender.app("default", of: .twitter))"])
        for apps in [[mine, .twitter], []] {
            script.names.apps = apps.map { AppName(service: $0, name: "default") }
            let unclear = try await TestRun(script: script).run("request", "-a", "app", "GET", url)
            #expect(unclear.calls.last == "perform as \(RequestSender.app("default"))")
            #expect(!unclear.calls.contains("apps"))
        }
    }

    @Test("a body goes as it is, with its length, as JSON where it looks like that")
    func bodies() async throws {
        let json = #" {"text":"ä"}"#
        let piped = try await TestRun(script: Samples.one, input: Array(json.utf8)).run(
            "request", "POST", "/x", "--body", "-", "-d", "a=1")
        #expect(piped.bodies == ["\(json.utf8.count) \(json)"])
        #expect(piped.requests.first?.headers == [HeaderField("Content-Type", "application/json")])
        #expect(piped.requests.first?.parameters == [AccountModel.Parameter("a", "1")])
        try await withFolder { folder in
            let file = folder + "/body"
            let text = String(repeating: "x", count: 200_000)
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            let long = try await TestRun(script: Samples.one).run("request", "POST", "/x", "--body", .init(file))
            #expect(long.bodies == ["200000 \(text)"])
            #expect(long.requests.first?.headers == [HeaderField("Content-Type", "application/octet-stream")])
            let typed = try await TestRun(script: Samples.one).run(
                "request", "POST", "/x", "--body", .init(file), "-H", "content-type: text/plain")
            #expect(typed.requests.first?.headers == [HeaderField("content-type", "text/plain")])
        }
    }

    @Test("a body that cannot be had is an error before anything is sent")
    func noBody() async throws {
        let missing = try await TestRun(script: Samples.one).run("request", "POST", "/x", "--body", "/nowhere/x")
        #expect(missing.status == 74)
        #expect(missing.messages.contains("/nowhere/x"))
        let folder = try await TestRun(script: Samples.one).run("request", "POST", "/x", "--body", "/")
        #expect(folder.status == 74)
        let nothing = try await TestRun(script: Samples.one).run("request", "POST", "/x", "--body", "-")
        #expect(nothing.status == 64)
        for outcome in [missing, folder, nothing] { #expect(outcome.connections == 0) }
    }

    @Test("-i puts the status and the header fields first")
    func head() async throws {
        var script = Samples.one
        script.answer = (201, "{}")
        script.answerHeaders = [HeaderField("X-A", "1"), HeaderField("X-A", "2")]
        let outcome = try await TestRun(script: script).run("request", "-i", "POST", "/x")
        #expect(outcome.output == "HTTP 201\nX-A: 1\nX-A: 2\n\n{}")
        #expect(outcome.status == 0)
    }

    @Test(
        "the status tells what the answer means, and its body is printed all the same",
        arguments: [
            ("GET", 400, 76), ("GET", 401, 81), ("GET", 404, 76), ("GET", 420, 75), ("GET", 429, 75), ("GET", 500, 76),
            ("GET", 503, 75), ("POST", 403, 76), ("POST", 500, 82), ("POST", 503, 82), ("DELETE", 502, 82),
            ("GET", 302, 76), ("POST", 204, 0),
        ] as [(String, Int, Int32)])
    func statuses(_ method: String, _ status: Int, _ exit: Int32) async throws {
        var script = Samples.one
        script.answer = (status, #"{"errors":[{"message":"no","code":1}]}"#)
        let outcome = try await TestRun(script: script).run("request", .init(method), "/x")
        #expect(outcome.status == exit, "\(outcome.messages)")
        #expect(outcome.output == script.answer.body)
        #expect(outcome.messages.split(separator: "\n").count { $0.hasPrefix("error: ") } == (exit == 0 ? 0 : 1))
        #expect(!outcome.calls.contains("rejected"))
    }

    @Test("a token that the service calls dead is noted; an app's is not")
    func rejected() async throws {
        var script = Samples.one
        script.answer = (401, #"{"errors":[{"message":"Invalid or expired token","code":89}]}"#)
        let outcome = try await TestRun(script: script).run("request", "GET", "/x")
        #expect(outcome.status == 81)
        #expect(outcome.calls.contains("rejected"))
        let app = try await TestRun(script: script).run("request", "-a", "app", "GET", "/x")
        #expect(app.status == 81)
        #expect(!app.calls.contains("rejected"))
    }

    @Test("on a terminal JSON is laid out, and no control character gets there")
    func terminal() async throws {
        var script = Samples.one
        script.answer = (200, "{\"a\":[1,{}, []],\"b\":\"x: {\\\"y\\\"}, \u{1B}[2J\u{9B}\u{202E}é\"}")
        let outcome = try await TestRun(script: script, environment: ["LC_ALL": "C.UTF-8"], screen: 80).run(
            "request", "GET", "/x")
        #expect(
            outcome.output == """
                {
                  "a": [
                    1,
                    {},
                    []
                  ],
                  "b": "x: {\\"y\\"}, \\u{1B}[2J\\u{9B}\\u{202E}é"
                }

                """)
        script.answer = (200, "<p>\r\n\u{7}</p>")
        let page = try await TestRun(script: script, screen: 80).run("request", "GET", "/x")
        #expect(page.output == "<p>\\u{D}\n\\u{7}</p>\n")
    }

    @Test("a reader that has gone ends it without a word")
    func readerGone() async throws {
        let outcome = try await TestRun(script: Samples.one, outputFailure: .readerGone).run("request", "GET", "/x")
        #expect(outcome.status == 74)
        #expect(outcome.messages.isEmpty)
    }
}
