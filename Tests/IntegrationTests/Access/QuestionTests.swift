import Glibc
import TestRig
import Testing

/// The question on the terminal, typed and answered in a real one.
@Suite("The question on the terminal")
struct QuestionTests {
    private static let prompt = "Allow? yes (always), once, no: "

    @Test("yes is remembered: one question, also with another process and without a terminal")
    func yes() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.signingScript()
            let asking = try await terminal.begin(script)
            try await terminal.waitFor("\(script) wants to read as @alice (1, local).\r\n\(Self.prompt)")
            try terminal.type(" Yes \n")
            expectSuccess(try await asking.finish())
            expectSuccess(try await terminal.run(script))
            expectSuccess(try await rig.alone(script))
            #expect(terminal.screen.components(of: "Allow?") == 1)
        }
    }

    @Test("once holds for the process that was named: two requests of one run, and no further run")
    func once() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.signingScript(times: 2)
            for run in 1...2 {
                let asking = try await terminal.begin(script)
                try await terminal.waitFor(Self.prompt)
                try terminal.type("once\n")
                let ended = try await asking.finish()
                expectSuccess(ended)
                #expect(ended.out.components(of: "Authorization: ") == 2)
                #expect(terminal.screen.components(of: "Allow?") == run)
            }
            expectFailure(try await rig.alone(try rig.signingScript()), 77)
            #expect(try await rig.items("Grant").isEmpty)
        }
    }

    @Test("no is remembered: refused without a further question, until it is taken back")
    func no() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.signingScript()
            let asking = try await terminal.begin(script)
            try await terminal.waitFor(Self.prompt)
            try terminal.type("no\n")
            let denied = try await asking.finish()
            expectFailure(denied, 77, "denied")
            #expect(denied.nextSteps == ["acctstore grant \(script) 1"])
            expectFailure(try await terminal.run(script), 77, "denied")
            expectFailure(try await rig.alone(script), 77, "denied")
            #expect(terminal.screen.components(of: "Allow?") == 1)
            #expect(try await terminal.mustRun("acctstore grant").contains("deny"))

            try await terminal.mustRun("acctstore revoke \(script)")
            let again = try await terminal.begin(script)
            try await terminal.waitFor(Self.prompt)
            try terminal.type("once\n")
            expectSuccess(try await again.finish())
        }
    }

    @Test(
        "anything else refuses this request alone, and what was typed is told with the words that count",
        arguments: [
            ("y\n", "`y` is not offered here: answer yes, once or no"), ("\n", "none of the answers"),
            ("\u{4}", "none of the answers"), ("yes please\n", "`yes please` is not offered here"),
        ])
    func anythingElse(_ typed: String, _ reason: String) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.signingScript()
            let asking = try await terminal.begin(script)
            try await terminal.waitFor(Self.prompt)
            try terminal.type(typed)
            expectFailure(try await asking.finish(), 77, "this time", reason)
            #expect(try await rig.items("Grant").isEmpty)
        }
    }

    @Test("what was typed before the question is no answer to it")
    func typedAhead() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.script(
                "slow", "#!/bin/sh\nread -r go <\(try fifo(in: rig))\n. \(try rig.signingScript())\n")
            let asking = try await terminal.begin(script)
            try terminal.type("yes\nyes\n")
            try await terminal.waitFor("yes\r\nyes\r\n")
            try await rig.program(["/bin/sh", "-c", "echo go >\(rig.folder.path("go"))"]).mustSucceed()
            try await terminal.waitFor(Self.prompt)
            try terminal.type("no\n")
            expectFailure(try await asking.finish(), 77, "denied")
        }
    }

    @Test("in the background, and with --no-prompt, nobody is asked: 77 at once, with the reason")
    func notAsked() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.signingScript()
            let files = rig.folder.path("background")
            try await terminal.mustRun(
                "set +m; set -m; (\(script) >\(files) 2>\(files).err; echo $? >\(files).rc) & wait")
            #expect(rig.folder.read("background.rc") == "77\n")
            #expect(rig.folder.read("background") == "")
            #expect(rig.folder.read("background.err")?.contains("acctstore grant \(script) 1") == true)

            let quiet = try rig.script(
                "quiet", "#!/bin/sh\nacctstore --no-prompt sign -a 1 GET \(try rig.server.base)1.1/x.json\nexit $?\n")
            expectFailure(try await terminal.run(quiet), 77)
            #expect(!terminal.screen.contains("Allow?"))
        }
    }

    @Test("a program's name cannot move the cursor or write a line of its own, in the question and in an error")
    func hostileName() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let name = "x\u{1B}[2K\rgit wants to read.\nAllow? \u{202E}/nightly"
            let script = try rig.signingScript(name)
            let before = terminal.screen.unicodeScalars.count
            let asking = try await terminal.begin("\(rig.folder.path("home/bin"))/x*/nightly")
            try await terminal.waitFor(Self.prompt)
            let shown = String(String.UnicodeScalarView(terminal.screen.unicodeScalars.dropFirst(before)))
            #expect(!shown.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
            let lines = shown.split(separator: "\r\n")
            let question = try #require(lines.last { $0.contains("wants to read as @alice (1, local).") })
            #expect(question.hasPrefix(rig.folder.path) || question.contains("…"))
            #expect(question.count < 260)
            try terminal.type("\n")
            let refused = try await asking.finish()
            expectFailure(refused, 77)
            let alone = try await rig.alone(script)
            expectFailure(alone, 77)
            for ended in [refused.err, alone.err] {
                #expect(!ended.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\r" })
            }
        }
    }

    @Test("a terminal that closes while it is asked refuses the request, and nothing is remembered")
    func terminalCloses() async throws {
        try await withRig { rig in
            let person = try await rig.terminal(with: TestService.Known.alice)
            let other = try await rig.terminal()
            let script = try rig.signingScript()
            _ = try await other.begin(script)
            try await other.waitFor(Self.prompt)
            await other.close()
            expectFailure(try await rig.alone(script), 77)
            #expect(try await rig.items("Grant").isEmpty)
            expectSuccess(try await person.run("acctstore list"), prints: "1  @alice  local\n")
        }
    }

    private func fifo(in rig: Rig) throws -> String {
        let path = rig.folder.path("go")
        let isMade = unsafe mkfifo(path, 0o666) == 0 && chmod(path, 0o666) == 0
        try #require(isMade)
        return path
    }
}
