import AccountModel
import CommandLineKit
import FoundationEssentials
import Glibc
import Testing

@testable import AcctstoreCLI

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

    @Test("a service that is only signed for is 78, and what can be done is said")
    func signedOnly() async throws {
        var script = Samples.one
        script.dialect = .none
        for command: [RawArgument] in [
            ["post", "hi"], ["timeline"], ["view", "7"], ["verify"], ["unpost", "7", "--yes"],
        ] {
            let outcome = try await TestRun(script: script).run(command)
            #expect(outcome.status == 78)
            #expect(outcome.messages.contains("acctstore request -a 1 GET URL"))
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
            for (path, mode): (String, mode_t) in [
                (name, 0o600), ("\(folder)/state/acctstore/drafts", 0o700), ("\(folder)/state", 0o700),
            ] {
                #expect(FileFacts(path)?.mode == mode, "\(path)")
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
}
