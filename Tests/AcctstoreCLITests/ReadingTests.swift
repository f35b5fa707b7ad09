import AccountModel
import AcctstoreCLI
import CommandLineKit
import FoundationEssentials
import TestRig
import Testing

@Suite("Timelines and posts")
struct ReadingTests {
    private static let utf8 = ["LANG": "C.UTF-8", "TERM": "xterm"]

    private func run(
        _ arguments: RawArgument..., page: String = SamplePosts.everything, screen: Int? = nil,
        environment: [String: String] = utf8
    ) async throws -> TestRun.Outcome {
        var script = Samples.one
        script.answers = [(200, page)]
        script.answer = (200, "[]")
        return try await TestRun(script: script, environment: environment, screen: screen).run(arguments)
    }

    // MARK: For people

    @Test("on a terminal posts are laid out for its width", arguments: [20, 40, 80, 200])
    func layout(width: Int) async throws {
        let outcome = try await run("--color", "never", "timeline", screen: width)
        #expect(outcome.status == 0)
        #expect(outcome.messages.isEmpty)
        try Golden.check(outcome.output, "timeline-\(width)")
    }

    @Test("in colours the words are the same, and no line leaves one behind")
    func colors() async throws {
        let outcome = try await run("timeline", "--images", "never", screen: 80)
        try Golden.check(outcome.output.replacing("\u{1B}", with: "␛"), "timeline-colors")
        let plain = try await run("--color", "never", "timeline", screen: 80)
        #expect(outcome.output.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain.output)
        for line in outcome.output.split(separator: "\n") where line.contains("\u{1B}[") {
            #expect(line.split(separator: "\u{1B}[").last?.hasPrefix("0m") == true, "\(line)")
        }
    }

    @Test("in a pipe: UTF-8 in any locale, no colours, and no wrapping")
    func pipe() async throws {
        let outcome = try await run("timeline", environment: ["LC_ALL": "C", "TERM": "xterm"])
        #expect(!outcome.output.contains("\u{1B}"))
        #expect(outcome.output.contains("whatever to originate anything, says @babbage; see example.com/notes"))
        #expect(outcome.output.contains("  漢字かな"))
    }

    @Test("a terminal of another locale gets ASCII and nothing else", arguments: ["C", "de_DE.ISO-8859-1"])
    func ascii(locale: String) async throws {
        let outcome = try await run("--color", "never", "timeline", screen: 40, environment: ["LC_ALL": locale])
        #expect(outcome.output.utf8.allSatisfy { $0 < 0x7F })
        try Golden.check(outcome.output, "timeline-ascii")
    }

    @Test("nothing that a terminal obeys reaches it, on a terminal or by a pipe", arguments: [nil, 20, 80])
    func hostile(screen: Int?) async throws {
        let outcome = try await run("--color", "never", "timeline", page: SamplePosts.hostile, screen: screen)
        #expect(outcome.status == 0)
        let controls = outcome.output.unicodeScalars.filter {
            $0 != "\n" && ($0.properties.generalCategory == .control || "\u{202A}"..."\u{202E}" ~= $0)
        }
        #expect(controls.isEmpty)
        #expect(outcome.output.contains("plain"))
        if screen == nil { #expect(outcome.output.contains(#"E\u{1B}]0;owned\u{7}ve"#)) }
    }

    @Test("nor by JSON, which is as good as before when it is read", arguments: ["--json", "--jsonl"])
    func hostileJSON(form: String) async throws {
        let outcome = try await run("timeline", .init(form), page: SamplePosts.hostile)
        let isControl = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control && scalar != "\n" }
        #expect(!outcome.output.unicodeScalars.contains { isControl($0) || $0 == "\u{202E}" })
        let first = try #require(outcome.output.drop { $0 == "[" }.split(separator: "\n").first)
        let line = first.hasSuffix(",") ? first.dropLast() : first
        struct Identified: Decodable { let text: String }
        let text = try JSONDecoder().decode(Identified.self, from: Data(line.utf8)).text
        #expect(text.hasPrefix("\u{1B}[2J ") && text.hasSuffix("\u{85} \u{202E}gnp"))
    }

    @Test("one post: the time to the minute, and its address")
    func view() async throws {
        let post = SamplePosts.post(
            "267081518403440641", at: "Fri Dec 05 15:55:44 +0100 2014", by: ("Ada", "ada"), "Hello",
            #""favorite_count":1"#)
        let outcome = try await run("view", "267081518403440641", page: post)
        #expect(
            outcome.output == """
                Ada @ada · 5 Dec 2014, 14:55
                  Hello
                  https://x.com/ada/status/267081518403440641
                  1 like · 267081518403440641

                """)
        #expect(outcome.requests.first?.url.hasSuffix("/1.1/statuses/show/267081518403440641.json") == true)
    }

    @Test("posts of Mastodon: who may see them, warnings, polls, and links once", arguments: [30, 80])
    func mastodon(width: Int) async throws {
        var script = Samples.one
        script.dialect = .mastodon
        script.answers = [(200, SamplePosts.mastodon)]
        script.answer = (200, "[]")
        let outcome = try await TestRun(script: script, environment: Self.utf8, screen: width).run(
            "--color", "never", "timeline")
        #expect(outcome.messages.isEmpty)
        try Golden.check(outcome.output, "timeline-mastodon-\(width)")
    }

    @Test("a timeline that is being rebuilt: what is there is shown, with a word about it; nothing yet is 75")
    func incomplete() async throws {
        var script = Samples.one
        script.dialect = .mastodon
        script.answer = (206, "[]")
        script.answers = [(206, SamplePosts.mastodon)]
        let some = try await TestRun(script: script).run("timeline", "-n", "3", "--json")
        #expect(some.status == 0 && some.output.hasPrefix("[{"))
        #expect(some.messages == "the service is still gathering these posts: there may be more in a minute\n")
        script.answers = []
        let none = try await TestRun(script: script).run("timeline", "--json")
        #expect(none.status == 75 && none.output.isEmpty)
    }

    // MARK: For programs

    @Test("as JSON: one document with every post, ids with every digit")
    func json() async throws {
        let outcome = try await run("timeline", "--json")
        #expect(try ids(outcome.output) == (637...641).reversed().map { "267081518403440\($0)" })
        let view = try await run(
            "view", "267081518403440641", "--json",
            page: SamplePosts.post("267081518403440641", at: "", by: ("a", "b"), "t"))
        #expect(view.output.hasPrefix(#"{"author":{"#) && view.output.hasSuffix("}\n"))
    }

    @Test("as lines of JSON: one post each")
    func jsonLines() async throws {
        let lines = try await run("timeline", "--jsonl").output.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    }

    @Test("no posts: an empty document, nothing else on stdout, and a word about it")
    func nothing() async throws {
        #expect(try await run("timeline", "--json", page: "[]").output == "[]\n")
        let text = try await run("timeline", page: "[]")
        #expect(text.output.isEmpty && text.messages == "there are no posts\n" && text.status == 0)
    }

    // MARK: Pages

    @Test("posts are asked for until there are as many as wanted")
    func pages() async throws {
        var script = Samples.one
        script.answers = [
            (200, SamplePosts.page(ids: (101...200).reversed())), (200, SamplePosts.page(ids: (1...100).reversed())),
        ]
        script.answer = (200, "[]")
        let outcome = try await TestRun(script: script).run("timeline", "user", "@bob", "-n", "150", "--json")
        #expect(try ids(outcome.output) == (51...200).reversed().map(String.init))
        #expect(outcome.requests.count == 2)
    }

    @Test("an error after some pages: what came stays and is whole, and the error is told")
    func laterError() async throws {
        var script = Samples.one
        script.answers = [(200, SamplePosts.page(ids: (101...200).reversed()))]
        script.answer = (503, "<html><body>Over capacity</body></html>")
        let json = try await TestRun(script: script).run("timeline", "-n", "150", "--json")
        #expect(json.status == 75)
        #expect(try ids(json.output).count == 100)
        let text = try await TestRun(script: script).run("timeline", "-n", "150")
        #expect(text.status == 75)
        #expect(text.output.contains("post 101\n"))
        #expect(text.messages.split(separator: "\n").filter { $0.hasPrefix("error: ") }.count == 1)
    }

    @Test("an answer that is no timeline is an error and never an empty list", arguments: ["", "<html>", "{}"])
    func nonsense(body: String) async throws {
        for form: RawArgument in ["--json", "--jsonl", "--images=never"] {
            let outcome = try await run("timeline", form, page: body)
            #expect(outcome.status == 76)
            #expect(outcome.output.isEmpty)
        }
    }

    @Test("posts that cannot be read are told, and hide no other")
    func unreadable() async throws {
        let page = SamplePosts.page(["7", SamplePosts.post("5", at: "", by: ("a", "b"), "fine"), "{}"])
        let outcome = try await run("timeline", page: page)
        #expect(outcome.output.contains("fine"))
        #expect(outcome.messages == "2 posts could not be read\n")
        #expect(outcome.status == 0)
    }

    @Test("a reader that leaves ends it quietly", arguments: ["--json", "--jsonl", "--images=never"])
    func readerGone(form: String) async throws {
        var script = Samples.one
        script.answer = (200, SamplePosts.everything)
        let outcome = try await TestRun(script: script, outputFailure: .readerGone).run("timeline", .init(form))
        #expect(outcome.status == 74)
        #expect(outcome.messages.isEmpty)
    }

    // MARK: Which posts, and as whom

    @Test(
        "each word asks for its timeline",
        arguments: [
            ("home", "/1.1/statuses/home_timeline.json"), ("mentions", "/1.1/statuses/mentions_timeline.json"),
            ("user bob", "/1.1/statuses/user_timeline.json"), ("search x", "/1.1/search/tweets.json"),
            ("public", "/1.1/statuses/public_timeline.json"),
        ])
    func sources(words: String, path: String) async throws {
        var script = Samples.one
        script.answer = (200, "[]")
        let arguments = ["timeline"] + words.split(separator: " ").map(String.init)
        let outcome = try await TestRun(script: script).run(arguments.map { RawArgument($0) })
        #expect(outcome.requests.first?.url.hasSuffix(path) == true, "\(outcome.requests)")
    }

    @Test("a query reaches the request as it was typed")
    func query() async throws {
        let outcome = try await run("timeline", "search", "--", "-a \"b c\" & é%41+", page: #"{"statuses":[]}"#)
        #expect(outcome.requests.first?.parameters.contains(.init("q", "-a \"b c\" & é%41+")) == true)
    }

    @Test("as an app or as nobody it needs no account")
    func otherActors() async throws {
        var script = RecordingBroker.Script()
        script.answer = (200, "[]")
        let app = try await TestRun(script: script).run("timeline", "-a", "app", "--service", "local", "user", "bob")
        let sender = RequestSender.app("default", of: Service("local"))
        #expect(app.calls.contains("perform as \(sender)"), "\(app.calls) \(app.messages)")
        #expect(app.calls.contains("profile of local"))
        let nobody = try await TestRun(script: script).run("timeline", "public", "-a", "none")
        #expect(nobody.calls.contains("perform as nobody"), "\(nobody.calls) \(nobody.messages)")
    }

    private func ids(_ json: String) throws -> [String] {
        struct Identified: Decodable { let id: String }
        return try JSONDecoder().decode([Identified].self, from: Data(json.utf8)).map(\.id)
    }
}
