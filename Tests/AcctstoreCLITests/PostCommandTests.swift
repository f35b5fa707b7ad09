import AccountModel
import AcctstoreCLI
import CommandLineKit
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@Suite("post")
struct PostCommandTests {
    @Test("stdout is the id with every digit, stderr says as whom")
    func posted() async throws {
        let outcome = try await TestRun(script: Samples.one).run("post", "hi")
        #expect(outcome.output == "267081518403440641\n")
        #expect(outcome.messages == "as @alice (1, twitter)\n")
        #expect(outcome.status == 0)
        #expect(try await TestRun(script: Samples.one).run("post", "-q", "hi").messages.isEmpty)
    }

    @Test(
        "the text is sent as it is given",
        arguments: ["a & b=c %41 + ? #x", #"a\nb"#, "dm bob hi", "d", " x ", "a\tb", "é\u{301}", "two\nlines"])
    func verbatim(text: String) async throws {
        #expect(try await sent(["post", RawArgument(text)]) == text)
    }

    @Test("from stdin: CRLF and CR become LF, one final LF is dropped")
    func standardInput() async throws {
        #expect(try await sent(["post", "-"], input: "one\r\ntwo\rthree\n\n") == "one\ntwo\nthree\n")
        #expect(try await sent(["post"], input: "piped\n") == "piped")
    }

    @Test("a reply names the post with every digit")
    func reply() async throws {
        let outcome = try await TestRun(script: Samples.one).run("post", "--reply-to", "267081518403440641", "hi")
        let parameters = try #require(outcome.requests.first?.parameters)
        #expect(parameters.contains(AccountModel.Parameter("in_reply_to_status_id", "267081518403440641")))
    }

    // MARK: Who may see it

    /// A service that speaks Mastodon's API, and its answers in turn.
    private func mastodon(_ answers: String..., status: Int = 200) -> RecordingBroker.Script {
        var script = Samples.one
        script.dialect = .mastodon
        script.answers = answers.map { (status, $0) }
        return script
    }

    @Test("visibility and a content warning go along")
    func visibility() async throws {
        let outcome = try await TestRun(script: mastodon(#"{"id":"01J9Z"}"#)).run(
            "post", "--visibility", "unlisted", "--cw", "the ending", "They wake up.")
        #expect(outcome.output == "01J9Z\n" && outcome.messages == "as @alice (1, twitter)\n")
        #expect(
            outcome.requests.first?.parameters == [
                Parameter("status", "They wake up."), Parameter("spoiler_text", "the ending"),
                Parameter("visibility", "unlisted"),
            ])
    }

    @Test("a reply that would be seen by more people than what it answers is made narrower, and that is said")
    func narrowed() async throws {
        let outcome = try await TestRun(
            script: mastodon(
                #"{"id":"7","visibility":"private"}"#, #"{"id":"1","acct":"alice","source":{"privacy":"public"}}"#,
                #"{"id":"8"}"#)
        ).run("post", "--reply-to", "7", "hi")
        #expect(outcome.output == "8\n")
        #expect(
            outcome.messages
                == "as @alice (1, twitter)\nthe reply is private: no more people may see it than what it answers\n")
        #expect(outcome.requests.last?.parameters.contains(Parameter("visibility", "private")) == true)
    }

    @Test("a wider one that was asked for is 64, and nothing is posted")
    func tooWide() async throws {
        let outcome = try await TestRun(script: mastodon(#"{"id":"7","visibility":"direct"}"#)).run(
            "post", "--reply-to", "7", "--visibility", "public", "hi")
        #expect(outcome.status == 64)
        #expect(outcome.requests.map(\.method) == ["GET"])
        #expect(outcome.messages.contains("nothing was posted"))
    }

    @Test(
        "a service without visibilities or warnings refuses them with 64", arguments: ["--visibility=direct", "--cw=x"])
    func unknownThere(option: String) async throws {
        let outcome = try await TestRun(script: Samples.one).run("post", RawArgument(option), "hi")
        #expect(outcome.status == 64)
        #expect(outcome.requests.isEmpty)
    }

    @Test("the same post, tried again after no answer, is the same attempt to the service; others are not")
    func repeated() async throws {
        try await withFolder { folder in
            func key(_ arguments: RawArgument..., answer: String = #"{"id":"8"}"#) async throws -> String? {
                let outcome = try await TestRun(script: mastodon(answer), environment: ["XDG_STATE_HOME": folder]).run(
                    ["post"] + arguments)
                #expect(outcome.requests.count == 1)
                #expect(outcome.status == (answer.isEmpty ? 82 : 0))
                return outcome.requests.first?.headers.first { $0.name == "Idempotency-Key" }?.value
            }
            let lost = try await key("hi", answer: "")
            #expect(lost != nil)
            #expect(try await key("hi there") != lost)
            #expect(try await key("--cw", "x", "hi") != lost)
            #expect(try await key("hi", answer: "") == lost)
            #expect(try await key("hi") == lost)
            // Once it is known what became of it, the next is another.
            #expect(try await key("hi") != lost)
            let kept = "\(folder)/acctstore/unconfirmed"
            #expect(try permissions(of: kept) == 0o700)
            #expect(try FileManager.default.contentsOfDirectory(atPath: kept).isEmpty)
            _ = try await key("hi", answer: "")
            let name = try #require(try FileManager.default.contentsOfDirectory(atPath: kept).first)
            #expect(try permissions(of: "\(kept)/\(name)") == 0o600)
            // The clock of the tests stands still: an hour is over where the file says an earlier time.
            let text = try String(contentsOfFile: "\(kept)/\(name)", encoding: .utf8)
            let old = try #require(text.split(separator: "\n").dropFirst().first)
            try text.replacing("1700000000", with: "1699996000").write(
                toFile: "\(kept)/\(name)", atomically: false, encoding: .utf8)
            #expect(try await key("hi") != String(old))
        }
    }

    @Test("what a post was sent with is known before its answer, and forgotten where nothing was posted")
    func repeatedAfterKill() async throws {
        try await withFolder { folder in
            let kept = Mutex<[Int]>([])
            let count = { @Sendable in
                (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/acctstore/unconfirmed").count) ?? 0
            }
            var script = mastodon(#"{"error":"too long"}"#, status: 422)
            script.meanwhile = { kept.withLock { $0.append(count()) } }
            let outcome = try await TestRun(script: script, environment: ["XDG_STATE_HOME": folder]).run("post", "hi")
            #expect(outcome.status == 76)
            #expect(kept.withLock(\.self) == [1] && count() == 0)
            // A refusal says nothing of an attempt before it.
            for answer in [mastodon(""), mastodon(#"{"error":"later"}"#, status: 429)] {
                _ = try await TestRun(script: answer, environment: ["XDG_STATE_HOME": folder]).run("post", "hi")
                #expect(count() == 1)
            }
        }
    }

    @Test("a content warning is one line with something on it", arguments: ["", " ", "two\nlines", "\u{1B}[2J"])
    func badWarning(text: String) async throws {
        #expect(try await TestRun(script: Samples.one).run("post", "--cw", RawArgument(text), "hi").status == 64)
    }

    @Test("a dry run tells visibility, warning and the length of both")
    func dryRunWithWarning() async throws {
        let outcome = try await TestRun(script: Samples.one).run(
            "post", "--dry-run", "--visibility", "direct", "--cw", "ending", "hi")
        #expect(outcome.messages == "as @alice (1, twitter)\nvisibility: direct\nCW: ending\n8 of 280\n")
        #expect(outcome.output == "hi\n")
    }

    @Test("a service that is only signed for is 78, and what can be done is said")
    func signedOnly() async throws {
        var script = Samples.one
        script.dialect = .none
        for command: [RawArgument] in [
            ["post", "hi"], ["timeline"], ["view", "7"], ["verify"], ["unpost", "7", "--yes"],
        ] {
            let outcome = try await TestRun(script: script).run(command)
            #expect(outcome.status == 78)
            #expect(outcome.messages.contains("acctstore request GET URL"))
            #expect(outcome.requests.isEmpty)
        }
    }

    @Test("nothing to post is 64; what no post can be is 65; neither asks for an account")
    func refusedBefore() async throws {
        #expect(try await TestRun(script: Samples.one).run("post").status == 64)
        let bad: [RawArgument] = ["", "  ", RawArgument(bytes: [0x61, 0xFF])]
        for text in bad {
            let outcome = try await TestRun(script: Samples.one).run("post", text)
            #expect(outcome.status == 65)
            #expect(outcome.connections == 0)
            #expect(outcome.output.isEmpty)
        }
    }

    @Test("text over the limit: by how much, nothing sent; from stdin it is kept, for its owner's eyes alone")
    func tooLong() async throws {
        try await withFolder { folder in
            let text = String(repeating: "a", count: 285)
            let outcome = try await TestRun(
                script: Samples.one, input: Array(text.utf8), environment: ["XDG_STATE_HOME": "\(folder)/state"]
            ).run("post", "-")
            #expect(outcome.status == 65)
            #expect(outcome.output.isEmpty)
            #expect(outcome.requests.isEmpty)
            #expect(outcome.messages.contains("too long by 5"))
            let name = "\(folder)/state/acctstore/drafts/20231114T221320Z-\(getpid()).txt"
            #expect(outcome.messages.contains("the text was kept in \(name)\n"))
            #expect(try String(contentsOfFile: name, encoding: .utf8) == text)
            for (path, mode) in [
                (name, 0o600), ("\(folder)/state/acctstore/drafts", 0o700), ("\(folder)/state", 0o700),
            ] {
                #expect(try permissions(of: path) == mode, "\(path)")
            }
        }
    }

    @Test("a draft does not go through a link that somebody put there")
    func draftsBehindALink() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: "\(folder)/other", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/acctstore", withDestinationPath: "\(folder)/other")
            let outcome = try await TestRun(
                script: Samples.one, input: [0x61, 0xFF], environment: ["XDG_STATE_HOME": folder]
            ).run("post", "-")
            #expect(outcome.status == 65)
            #expect(outcome.messages.contains("warning: the text could not be kept: "))
            // It may be nowhere else.
            #expect(outcome.messages.contains("; it was:\na\u{FFFD}\n"), "\(outcome.messages)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/other").isEmpty)
        }
    }

    @Test("a text from stdin that the service refuses is kept; one given as an argument is not")
    func refusedByService() async throws {
        try await withFolder { folder in
            var script = Samples.one
            script.answer = (403, #"{"errors":[{"code":187,"message":"Status is a duplicate."}]}"#)
            let environment = ["HOME": folder]
            let piped = try await TestRun(script: script, input: Array("hi".utf8), environment: environment).run("post")
            #expect(piped.status == 76)
            #expect(piped.output.isEmpty)
            #expect(piped.messages.contains("the text was kept in \(folder)/.local/state/acctstore/drafts/"))
            let argument = try await TestRun(script: script, environment: environment).run("post", "hi")
            #expect(argument.status == 76)
            #expect(!argument.messages.contains("kept"))
        }
    }

    @Test("an answer without an id: 82, nothing on stdout, and it is sent once")
    func outcomeUnknown() async throws {
        var script = Samples.one
        script.answer = (200, "{}")
        let outcome = try await TestRun(script: script).run("post", "hi")
        #expect(outcome.status == 82)
        #expect(outcome.output.isEmpty)
        #expect(outcome.requests.count == 1)
    }

    @Test("a full disk under stdout does not hide that it was posted")
    func fullDisk() async throws {
        let outcome = try await TestRun(script: Samples.one, outputFailure: .system(ENOSPC)).run("post", "hi")
        #expect(outcome.status == 74)
        #expect(outcome.messages.contains("it was posted as @alice (1, twitter), with the id 267081518403440641\n"))
        #expect(outcome.messages.hasSuffix("error: the result cannot be written: No space left on device\n"))
    }

    @Test("a dry run prints the text as it would be sent, says as whom and how long, and sends nothing")
    func dryRun() async throws {
        let outcome = try await TestRun(script: Samples.one, input: Array("one\r\ntwo\n".utf8)).run(
            "post", "--dry-run", "-")
        #expect(outcome.status == 0)
        #expect(outcome.output == "one\ntwo\n")
        #expect(outcome.messages == "as @alice (1, twitter)\n7 of 280\n")
        #expect(outcome.requests.isEmpty)
        #expect(outcome.calls.first == "select - for ")
    }

    @Test("a dry run needs neither a grant nor an account, but an account that was named has to be there")
    func dryRunWithoutAccount() async throws {
        let none = try await TestRun().run("post", "--dry-run", "hi")
        #expect(none.status == 0)
        #expect(none.output == "hi\n")
        #expect(none.messages.hasSuffix("2 of 280\n"))
        #expect(try await TestRun(script: Samples.two).run("post", "--dry-run", "-a", "carol", "hi").status == 67)
    }

    @Test("a dry run of a program that may not see the account goes on, whatever account it names")
    func dryRunWithoutGrant() async throws {
        var script = Samples.two
        script.unseen = BrokerError(.accessDenied, "/bin/x has no grant that shows it an account 1")
        let outcome = try await TestRun(script: script).run("post", "--dry-run", "-a", "1", "hi")
        #expect(outcome.status == 0)
        #expect(outcome.output == "hi\n")
        #expect(outcome.messages.hasSuffix("2 of 280\n") && !outcome.messages.contains("@alice"))
    }

    @Test("a dry run of a text that is too long is 65")
    func dryRunTooLong() async throws {
        let outcome = try await TestRun(script: Samples.one).run(
            "post", "--dry-run", .init(String(repeating: "a", count: 281)))
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("281 of 280\n"))
        #expect(outcome.output.isEmpty)
    }

    /// The text in the one request that was sent.
    private func sent(_ arguments: [RawArgument], input: String? = nil) async throws -> String? {
        let outcome = try await TestRun(script: Samples.one, input: input.map { Array($0.utf8) }).run(arguments)
        #expect(outcome.requests.count == 1)
        return outcome.requests.first?.parameters.first { $0.name == "status" }?.value
    }

    private func permissions(of path: String) throws -> Int {
        var facts = stat()
        try #require(unsafe stat(path, &facts) == 0)
        return Int(facts.st_mode & 0o777)
    }
}
