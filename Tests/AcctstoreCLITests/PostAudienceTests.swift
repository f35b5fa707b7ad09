import AccountModel
import CommandLineKit
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import AcctstoreCLI

/// Visibilities and content warnings, which not every service has, and what a post is called to a service.
@Suite("post, to those who may see it")
struct PostAudienceTests {
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
            #expect(FileFacts(kept)?.mode == 0o700)
            #expect(try FileManager.default.contentsOfDirectory(atPath: kept).isEmpty)
            _ = try await key("hi", answer: "")
            let name = try #require(try FileManager.default.contentsOfDirectory(atPath: kept).first)
            #expect(FileFacts("\(kept)/\(name)")?.mode == 0o600)
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
}
