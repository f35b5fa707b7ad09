import TestRig
import Testing

/// An account that is asked about at each use is never used without.
@Suite("An account that is asked about at each use")
struct AskEachTimeTests {
    @Test("a granted program without a terminal is refused each time, with the reason and the way out")
    func withoutTerminal() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.signingScript()
            try await terminal.mustRun("acctstore grant \(script) 1")
            expectSuccess(try await rig.alone(script))
            expectSuccess(try await terminal.run("acctstore set 1 --ask always"), prints: "")
            for _ in 1...2 {
                let refused = try await rig.alone(script)
                expectFailure(refused, 77, "asked about at each use", "terminal")
                #expect(refused.nextSteps == ["acctstore set 1 --ask once"])
            }
            #expect(try await terminal.mustRun("acctstore show 1 --json").contains(#""ask":"always""#))
            try await terminal.mustRun("acctstore agent stop")
            expectFailure(try await rig.alone(script), 77, "asked about at each use")
            expectSuccess(try await terminal.run("acctstore set 1 --ask once"))
            expectSuccess(try await rig.alone(script))
        }
    }

    @Test("at a terminal each use is asked about, and an answer is for that use alone")
    func atTerminal() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.signingScript(times: 2)
            try await terminal.mustRun("acctstore grant \(script) 1")
            try await terminal.mustRun("acctstore set 1 --ask always")
            let asking = try await terminal.begin(script)
            for answer in ["once\n", "no\n"] {
                try await terminal.waitFor("Allow? once, no: ")
                try terminal.type(answer)
            }
            let ended = try await asking.finish()
            #expect(ended.status == 77)
            #expect(ended.err.contains("acctstore set 1 --ask once") && !ended.err.contains("acctstore grant"))
            #expect(ended.out.components(of: "Authorization: ") == 1)
            // A no to one use takes nothing of the grant away.
            try await terminal.mustRun("acctstore set 1 --ask once")
            expectSuccess(try await rig.alone(script))
        }
    }

    @Test("a mark that cannot be kept is an error when it is set")
    func cannotBeKept() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.gnomeKeyring.lock()
            expectFailure(try await terminal.run("acctstore set 1 --ask always"), 79, "locked")
            try await rig.gnomeKeyring.unlock()
            #expect(try await terminal.mustRun("acctstore show 1 --json").contains(#""ask":"once""#))
            #expect(try await terminal.run("acctstore set 1 --ask sometimes").status == 64)
        }
    }
}
