import TestRig
import Testing

/// A terminal of twenty columns, as in a corner of a screen.
@Suite("A terminal of twenty columns")
struct NarrowTerminalTests {
    @Test(
        "each command does the same and ends as on a wide one",
        arguments: [
            ("timeline", 0), ("view 7", 0), ("list", 0), ("status", 0), ("show 1", 0), ("verify 1", 0),
            ("post --dry-run 'one two three four five six'", 0),
            ("request GET /1.1/account/verify_credentials.json", 0),
            ("help timeline", 0), ("--help", 0), ("timeline --unknown-option", 64), ("", 0), ("post -a nobody x", 67),
        ] as [(String, Int32)])
    func commands(_ command: String, _ status: Int32) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            var post = SeededPost(
                "漢字漢字漢字漢字漢字漢字 👩‍👩‍👧‍👦 averyveryveryveryverylongword https://example.com/a/long/path", id: "7")
            post.counts = ["reposts": .words("100+")]
            try await rig.server.seed([post])
            for columns in [20, 2, 1] {
                try await terminal.mustRun("stty cols \(columns) rows 40 </dev/tty")
                #expect(
                    try await terminal.runOnScreen("PAGER= acctstore --color never \(command)") == status, "\(columns)")
            }
        }
    }
}
