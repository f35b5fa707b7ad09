import TestRig
import Testing

/// A person who is logged in twice: two session buses with a gnome-keyring and an agent each, over one home and its files.
@Suite("Two sessions of one person", .serialized, .timeLimit(.minutes(5)))
struct TwoSessionsTests {
    @Test("twenty programs, ten in each, find one token ended: one renewal, and both keyrings have the new one")
    func renewal() async throws {
        try await withRig { rig in
            let first = try await rig.terminalWithClient()
            try await rig.set(life: .seconds(1))
            try await rig.addAlice(at: first)
            try await rig.set(life: .seconds(7200))
            try await rig.withSecondSession { session in
                let second = try await rig.terminal(session.environment)
                expectSuccess(try await second.run("acctstore list"), prints: "1  @alice  new\n")
                #expect(RigProcesses.running(rig.agentPath).count == 2)
                try await Task.sleep(for: .milliseconds(1100))

                let requests =
                    "for i in $(seq 10); do acctstore request GET 2/users/me >/dev/null && echo ok & done; wait"
                let begun = [try await first.begin("{ \(requests); }"), try await second.begin("{ \(requests); }")]
                for typed in begun {
                    let ended = try await typed.finish(within: .seconds(120))
                    #expect(ended.out == String(repeating: "ok\n", count: 10), "\(ended.err)")
                }
                #expect(try await rig.renewals() == 1)
                try await expectNewest(of: rig, [(first, rig.environment), (second, session.environment)])
                // Each goes on with what the other one stored.
                for (count, terminal) in [second, first, second, first].enumerated() {
                    expectSuccess(try await terminal.run("acctstore renew 1"))
                    #expect(try await rig.renewals() == count + 2)
                    try await expectNewest(of: rig, [(first, rig.environment), (second, session.environment)])
                }
            }
        }
    }

    /// That no token was taken for stolen, and that the last refresh token is what the keyring of each session has.
    private func expectNewest(of rig: Rig, _ sessions: [(Terminal, [String: String])]) async throws {
        let issued = try await rig.server.issuedTokens()
        #expect(issued.refresh.map(\.used) == issued.refresh.indices.map { $0 + 1 < issued.refresh.count })
        #expect(issued.access.allSatisfy { !$0.revoked })
        let newest = try #require(issued.refresh.last?.token)
        for (terminal, environment) in sessions {
            expectSuccess(try await terminal.run("acctstore request GET 2/users/me"))
            let kept = try await rig.items("Account", in: environment)
            #expect(kept.map { $0.secret.contains(newest) } == [true])
        }
    }

    @Test("what each changes within one second is seen by the other one, and stays")
    func changes() async throws {
        try await withRig { rig in
            let first = try await rig.terminal(with: TestService.Known.alice, TestService.Known.bob)
            try await rig.withSecondSession { session in
                let second = try await rig.terminal(session.environment)
                for round in 1...3 {
                    for (terminal, other, number) in [(first, second, 1), (second, first, 2)] {
                        try await terminal.mustRun("acctstore set \(number) --description 'round \(round)'")
                        let seen = try await other.mustRun("acctstore list")
                        #expect(seen.split(separator: "\n")[number - 1].hasSuffix("round \(round)"), "\(seen)")
                    }
                }
                let wanted = "1  @alice  local  round 3\n2  @bob  local  round 3\n"
                for terminal in [first, second] {
                    expectSuccess(try await terminal.run("acctstore list"), prints: wanted)
                }
            }
        }
    }

    @Test("what one stored anew the keyring of the other one does not show: that is told, and nothing is changed by it")
    func hidden() async throws {
        try await withRig { rig in
            let first = try await rig.terminal(with: TestService.Known.alice)
            try await rig.withSecondSession { session in
                let second = try await rig.terminal(session.environment)
                try await second.mustRun(
                    "acctstore add local --token-stdin <\(try rig.tokens(of: TestService.Known.bob))")
                let add = "acctstore add local --token-stdin <\(try rig.tokens(of: TestService.Known.aliceWork))"
                for command in ["acctstore list", "acctstore set 1 --default", add] {
                    let refused = try await first.run(command)
                    expectFailure(refused, 69, "has an item that it does not show: another session of yours stored it")
                    #expect(refused.nextSteps.joined().contains("gnome-keyring-daemon --replace"))
                }
                let status = try await first.run("acctstore status")
                #expect((status.out + status.err).contains("another session of yours"), "\(status.out)\(status.err)")
                #expect(try await second.mustRun("acctstore list") == "1  @alice  local\n2  @bob  local\n")
                try await rig.gnomeKeyring.restart(.unlocked)
                try await first.mustRun(add)
                let all = "1  @alice  local\n2  @bob  local\n3  @alice_work  local\n"
                expectSuccess(try await first.run("acctstore list"), prints: all)
            }
        }
    }
}
