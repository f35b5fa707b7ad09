import TestRig
import Testing

/// A stream that is closed is an error to use; the terminal or a connection never takes its place.
@Suite("Closed standard streams")
struct ClosedStreamsTests {
    @Test("closed stdout: 74, and the result is not on the terminal", arguments: ["--version", "list --json"])
    func output(command: String) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal()
            let errors = rig.folder.path("errors")
            #expect(try await terminal.runOnScreen("acctstore \(command) >&- 2>\(errors)") == 74)
            #expect(rig.folder.read("errors")?.contains("cannot be written") == true)
            #expect(!terminal.screen.contains("acctstore 0") && !terminal.screen.contains("[]"))
        }
    }

    @Test("closed stdin: an error at once, and the terminal is not read instead")
    func input() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            expectFailure(try await terminal.run("acctstore post - <&-"), 74, "standard input")
            expectFailure(try await terminal.run("acctstore add local --token-stdin <&-"), 64, "standard input")
            #expect(try await rig.server.posts() == [])
        }
    }

    @Test("closed stderr: what is done is done, and its words go nowhere else")
    func errors() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            #expect(try await terminal.runOnScreen("acctstore post hello 2>&-") == 0)
            #expect(try await rig.server.posts().map(\.text) == ["hello"])
            #expect(!terminal.screen.contains("as @alice"))
        }
    }
}
