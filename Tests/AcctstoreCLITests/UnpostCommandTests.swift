import AccountModel
import AcctstoreCLI
import CommandLineKit
import Testing

@Suite("unpost: shows the post, asks, and deletes it once")
struct UnpostCommandTests {
    private static let post =
        #"{"id_str":"20","text":"first\nsecond \u001b[2J","user":{"id_str":"121","screen_name":"alice"}}"#
    private let script: RecordingBroker.Script = {
        var script = Samples.one
        script.answer = (200, post)
        return script
    }()

    @Test("a yes deletes it: nothing on stdout, one line on stderr")
    func yes() async throws {
        let outcome = try await TestRun(script: script, typed: ["yes"]).run("unpost", "20")
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages == "as @alice (1, twitter)\n")
        #expect(
            outcome.shown == [
                "  first", "  second \\u{1B}[2J", "Delete post 20 by @alice? yes, no: ",
            ])
        #expect(outcome.requests.map(\.method) == ["GET", "POST"])
    }

    @Test("a no, and the end of input, delete nothing")
    func no() async throws {
        for typed in [["no"], []] {
            let outcome = try await TestRun(script: script, typed: typed).run("unpost", "20")
            #expect(outcome.status == 80)
            // Whoever says no has seen as whom it would have been done.
            #expect(outcome.messages.hasPrefix("as @alice (1, twitter)\n"))
            #expect(outcome.requests.map(\.method) == ["GET"])
        }
    }

    @Test("--yes asks nobody and shows nothing; without it and without a terminal nothing is sent")
    func script() async throws {
        let confirmed = try await TestRun(script: script).run("unpost", "20", "--yes")
        #expect(confirmed.status == 0)
        #expect(confirmed.requests.map(\.method) == ["POST"])
        let silent = try await TestRun(script: script).run("unpost", "-a", "alice", "20")
        #expect(silent.status == 64)
        #expect(silent.messages.hasSuffix("next: acctstore unpost -a @alice 20 --yes\n"))
        #expect(silent.connections == 0)
    }

    @Test("a post that is not there says so")
    func missing() async throws {
        var script = script
        script.answer = (404, #"{"errors":[{"code":144,"message":"No status found with that ID."}]}"#)
        let outcome = try await TestRun(script: script).run("unpost", "20", "--yes")
        #expect(outcome.status == 76)
        #expect(outcome.messages.contains("post 20"))
        #expect(outcome.messages.contains("No status found"))
    }
}
