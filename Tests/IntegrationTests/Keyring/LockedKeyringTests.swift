import TestRig
import Testing

/// A locked keyring is locked: not empty, not absent, and no reason to log in again.
@Suite("A locked keyring")
struct LockedKeyringTests {
    @Test("locked after use: the list is read without asking, a secret asks, and the password opens it")
    func lockedAfterUse() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.gnomeKeyring.lock()
            let prompter = try await PrompterDouble.start(
                on: rig.bus, answers: [.dismiss, .password(GnomeKeyring.password)])

            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
            #expect(prompter.promptCount == 0)

            let sign = "acctstore sign GET \(try rig.server.base)1.1/statuses/home_timeline.json"
            expectFailure(try await terminal.run(sign), 80, "dismissed")
            #expect(prompter.promptCount == 1)

            let signed = try await terminal.run(sign)
            expectSuccess(signed)
            #expect(signed.out.hasPrefix("Authorization: OAuth "))
            #expect(prompter.promptCount == 2)
            await prompter.stop()
        }
    }

    @Test("locked after use and nobody to ask: a secret is “locked”, never “not found”, and nothing is sent")
    func nobodyToAsk() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let before = try await rig.server.log().count
            try await rig.gnomeKeyring.lock()

            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
            for command in ["acctstore post hello", "acctstore sign GET \(try rig.server.base)1.1/x.json"] {
                let ended = try await terminal.run(command)
                expectFailure(ended, 79, "locked", "no program here to ask")
                #expect(ended.nextSteps.count == 1)
                #expect(ended.nextSteps[0].contains("| gnome-keyring-daemon --replace --unlock --components=secrets"))
            }
            #expect(try await rig.server.log().count == before)
        }
    }

    @Test("never unlocked: the list asks for the password; with nobody to ask it is “locked”, never an empty list")
    func neverUnlocked() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.gnomeKeyring.restart(.locked)

            for command in ["acctstore list", "acctstore list --json", "acctstore post hello", "acctstore app"] {
                expectFailure(try await terminal.run(command), 79, "locked")
            }
            let prompter = try await PrompterDouble.start(
                on: rig.bus, answers: [.dismiss, .password(GnomeKeyring.password)])
            expectFailure(try await terminal.run("acctstore list"), 80, "dismissed")
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
            #expect(prompter.promptCount == 2)
            await prompter.stop()
        }
    }

    @Test("a prompter that dies or gets a wrong password is no “not found” either, and nothing is written")
    func troubleWithThePrompter() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.gnomeKeyring.lock()
            let tokens = try rig.tokens(of: TestService.Known.bob)
            let prompter = try await PrompterDouble.start(on: rig.bus, answers: [.password("wrong"), .dismiss, .die])
            let wrong = try await terminal.run("acctstore add local --token-stdin <\(tokens)")
            #expect(wrong.status == 80, "\(wrong.err)")
            let died = try await terminal.run("acctstore add local --token-stdin <\(tokens)")
            #expect([79, 80].contains(died.status), "\(died.err)")
            await prompter.stop()
            try await rig.gnomeKeyring.unlock()
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
        }
    }
}
