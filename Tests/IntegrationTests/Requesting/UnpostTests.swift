import TestRig
import Testing

/// A post is shown, then deleted, once.
@Suite("Deleting a post")
struct UnpostTests {
    @Test("shown and asked about on the terminal; without one it takes --yes")
    func asks() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let first = try await terminal.mustRun("acctstore post 'the first'").filter(\.isNumber)
            let second = try await terminal.mustRun("acctstore post 'the second'").filter(\.isNumber)
            let asked = try await terminal.begin("acctstore unpost \(first)")
            try await terminal.waitFor("  the first\r\nDelete post \(first) by @alice? yes, no: ")
            try terminal.type("no\n")
            #expect(try await asked.finish().status == 80)
            let answered = try await terminal.begin("acctstore unpost \(first)")
            try await terminal.waitFor("yes, no: ")
            try terminal.type("yes\n")
            let ended = try await answered.finish()
            expectSuccess(ended, prints: "")
            #expect(ended.err == "as @alice (1, local)\n")
            #expect(try await rig.server.posts().map(\.deleted) == [true, false])

            let script = try rig.script("nightly", "#!/bin/sh\nacctstore unpost \(second) $1\n")
            try await terminal.mustRun("acctstore grant \(script) 1")
            expectFailure(try await rig.alone(script), 64, "yes")
            #expect(try await rig.server.posts().map(\.deleted) == [true, false])
            let done = try await rig.program([script, "--yes"]).run()
            expectSuccess(done, prints: "")
            #expect(try await rig.server.posts().map(\.deleted) == [true, true])
            expectFailure(try await terminal.run("acctstore unpost \(second) --yes"), 76, second)
        }
    }
}
