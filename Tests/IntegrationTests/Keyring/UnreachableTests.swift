import TestRig
import Testing

/// A store that cannot be read is that, with its cause, and no reason to log in again.
@Suite("A store that cannot be reached")
struct UnreachableStoreTests {
    @Test("no bus, nobody who keeps secrets, and a locked keyring: three different lines, each with a next step")
    func threeTroubles() async throws {
        var options = RigOptions()
        options.secrets = .none
        let (withoutBus, withoutKeyring) = try await withRig(options) { rig in
            var program = rig.program([rig.acctstorePath, "list"])
            let withoutKeyring = try await program.run()
            program.environment["DBUS_SESSION_BUS_ADDRESS"] = nil
            program.environment["XDG_RUNTIME_DIR"] = rig.folder.path
            return (try await program.run(), withoutKeyring)
        }
        let locked = try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.gnomeKeyring.restart(.locked)
            return try await terminal.run("acctstore list")
        }
        expectFailure(withoutBus, 69, "session bus")
        expectFailure(withoutKeyring, 69, "secrets")
        expectFailure(locked, 79, "locked")
        #expect(Set([withoutBus.errorLine, withoutKeyring.errorLine, locked.errorLine]).count == 3)
        for steps in [withoutBus.nextSteps, withoutKeyring.nextSteps, locked.nextSteps] {
            #expect(!steps.isEmpty)
        }
    }

    @Test("the keyring is gone: list and post say so, speak of no token and no log-in, and send nothing")
    func keyringGone() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let sent = try await rig.server.log().count
            await (try rig.gnomeKeyring).stop()
            for command in ["acctstore list", "acctstore post hello", "acctstore show 1"] {
                let ended = try await terminal.run(command)
                expectFailure(ended, 69)
                for word in ["token", "log in", "acctstore add", "invalid"] {
                    #expect(!ended.err.contains(word), "\(ended.err)")
                }
            }
            #expect(try await rig.server.log().count == sent)
            try await rig.gnomeKeyring.restart(.unlocked)
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
        }
    }

    @Test("a keyring that ended and was started again between two commands is spoken with anew")
    func keyringRestarted() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            expectSuccess(try await terminal.run("acctstore post one"))
            try await rig.gnomeKeyring.restart(.unlocked)
            expectSuccess(try await terminal.run("acctstore post two"))
            let tokens = try rig.tokens(of: TestService.Known.bob)
            try await rig.gnomeKeyring.restart(.unlocked)
            expectSuccess(try await terminal.run("acctstore add local --token-stdin <\(tokens)"), prints: "2\n")
            #expect(try await rig.server.posts().map(\.text) == ["one", "two"])
            #expect(try await rig.items("Account").count == 2)
        }
    }

    /// Only root can be another user here; for the rest the unit test of the bus's address stands.
    @Test(
        "on the bus of another user it stops at once, names that user, and leaves nothing in their home",
        .enabled(if: RigUser.rig != .current))
    func anotherUsersBus() async throws {
        var options = RigOptions()
        options.hasService = false
        try await withRig(options) { rig in
            // As under sudo where it keeps HOME and the bus.
            var program = rig.program([rig.acctstorePath, "list"])
            program.user = .current
            let start = ContinuousClock.now
            let ended = try await program.run()
            #expect(start.duration(to: .now) < .seconds(5))
            expectFailure(ended, 69, "nobody")
            let foreign = try await Program(
                ["/usr/bin/find", rig.folder.path("home"), rig.folder.path("run"), "-user", "root"],
                environment: [:], user: .current
            ).run()
            #expect(foreign.out == "")
        }
    }
}
