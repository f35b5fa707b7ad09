import TestRig
import Testing

/// Profile pictures come beside the text, and never in its way.
@Suite("Profile pictures")
struct PictureTests {
    private static let command = "TERM=xterm-256color LC_ALL=C.UTF-8 acctstore timeline -n 3"
    private static let cache = "home/.cache/acctstore/pictures"

    @Test("a new picture is drawn into its place when it comes, the next time at once; nobody else can look at it")
    func drawn() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.server.seed([SeededPost("hello")])
            #expect(try await terminal.runOnScreen(Self.command) == 0)
            try await terminal.waitFor("hello")
            // Up to where the post begins, in colours, and back.
            try await terminal.waitFor("\u{1B}[3A")
            try await terminal.waitFor("\u{1B}[38;5;")
            let kept = try await terminal.run("find ~/.cache/acctstore -printf '%m %y %f\\n' | sort")
            #expect(kept.out.contains("700 d acctstore\n700 d pictures\n"), "\(kept)")
            #expect(kept.out.contains(/600 f [0-9a-f]{64}\n/), "\(kept)")

            let asked = try await pictureRequests(rig)
            #expect(try await terminal.runOnScreen(Self.command) == 0)
            try await terminal.waitFor("\u{1B}[38;5;")
            try await terminal.waitFor("@bob")
            #expect(try await pictureRequests(rig) == asked)
            #expect(asked == 1)
        }
    }

    @Test("they are not fetched without colours, in a pipe, on a narrow terminal, or with --images never")
    func notWanted() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.server.seed([SeededPost("hello")])
            for command in ["--color never", "--images never", "--json", "| cat"] {
                _ = try await terminal.runOnScreen("\(Self.command) \(command)")
            }
            try await terminal.mustRun("stty cols 40 </dev/tty")
            #expect(try await terminal.runOnScreen(Self.command) == 0)
            #expect(try await pictureRequests(rig) == 0)
        }
    }

    @Test(
        "no picture, however bad, keeps the text or the command for long",
        arguments: ["huge", "slow", "long", "text", "cut", "redirect"])
    func trouble(name: String) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            var user = SeededUser("eve", name: "Eve")
            user.picture = "\(try rig.server.base)pictures/\(name).png"
            try await rig.server.seed([SeededPost("hello", by: "eve")], users: [user])
            let start = ContinuousClock.now
            #expect(try await terminal.runOnScreen(Self.command) == 0)
            #expect(ContinuousClock.now - start < .seconds(10))
            try await terminal.waitFor("hello")
            #expect(!terminal.screen.contains("error:") && !terminal.screen.contains("chafa:"))
        }
    }

    @Test("what somebody else put into the cache does not reach the terminal")
    func changedCache() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.server.seed([SeededPost("hello")])
            #expect(try await terminal.runOnScreen(Self.command) == 0)
            try await terminal.mustRun(
                #"for f in ~/.cache/acctstore/pictures/*; do printf '\033]0;owned\007' > "$f"; done"#)
            #expect(try await terminal.runOnScreen(Self.command) == 0)
            try await terminal.mustRun("rm ~/.cache/acctstore/pictures/*; ln -s ~ ~/.cache/acctstore/pictures/link")
            #expect(try await terminal.runOnScreen(Self.command) == 0)
            #expect(!terminal.screen.contains("\u{1B}]0;owned"))
        }
    }

    private func pictureRequests(_ rig: Rig) async throws -> Int {
        try await rig.server.log().filter { $0.path.hasPrefix("/pictures/") }.count
    }
}
