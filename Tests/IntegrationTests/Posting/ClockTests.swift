import FoundationEssentials
import TestRig
import Testing

/// The time that a request is signed with.
@Suite("The clock")
struct ClockTests {
    @Test(
        "in every time zone a request is signed with whole seconds since 1970 in UTC",
        arguments: ["Pacific/Kiritimati", "America/Los_Angeles", "Nowhere/Such"])
    func zones(_ zone: String) async throws {
        var options = RigOptions()
        options.environment = ["TZ": zone]
        try await withRig(options) { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let before = Int(Date.now.timeIntervalSince1970)
            expectSuccess(try await terminal.run("acctstore post hello"))
            let after = Int(Date.now.timeIntervalSince1970)
            let sent = try #require(try await rig.server.log().last)
            #expect(sent.verdict?.valid == true)
            let header = try #require(sent.header("Authorization"))
            let start = try #require(header.firstRange(of: "oauth_timestamp=\"")).upperBound
            let stamp = try #require(Int(header[start...].prefix { $0 != "\"" }))
            #expect((before...after).contains(stamp))
        }
    }

    @Test("a request that is refused for its time is signed with the service's time, and the person is told")
    func wrongClock() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.server.setClock(ahead: 600)
            let sent = try await rig.server.log().count
            for (text, requests) in [("late", 2), ("later", 3)] {
                let posted = try await terminal.run("acctstore -v post \(text)")
                expectSuccess(posted)
                #expect(posted.err.contains("warning: this machine's clock is about 10 minutes slow"), "\(posted.err)")
                #expect(try await rig.server.log().count == sent + requests)
            }
            #expect(try await rig.server.posts().map(\.text) == ["late", "later"])
            // A signature for another program has the service's time too.
            let signed = try await terminal.run("acctstore sign GET \(rig.server.base)1.1/x.json")
            let stamp = try #require(signed.out.firstMatch(of: /oauth_timestamp="([0-9]+)"/)?.1)
            #expect(try #require(Double(stamp)) > Date.now.timeIntervalSince1970 + 500)
            try await rig.server.setClock(ahead: 0)
            // The first answer from the mended clock is a refusal of a time that was right before.
            expectSuccess(try await terminal.run("acctstore post 'in time'"))
            let right = try await terminal.run("acctstore post 'in time again'")
            expectSuccess(right)
            #expect(!right.err.contains("clock"))
        }
    }

    @Test("where the service refuses every time, it is told by how much the clock is wrong, and there is one retry")
    func neverRight() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.server.setClock(ahead: -7200)
            var fault = Fault(path: "/1.1/statuses/update.json", times: 0)
            fault.code = 135
            try await rig.server.add(fault)
            let sent = try await rig.server.log().count
            let ended = try await terminal.run("acctstore post late")
            expectFailure(ended, 76, "about 2 hours fast", "135", "@alice (1, local) through the app default")
            #expect(ended.nextSteps == ["timedatectl set-ntp true"])
            #expect(try await rig.server.log().count == sent + 2)
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
        }
    }

    @Test("a log-in is signed with the service's time too")
    func logIn() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            try await rig.server.setClock(ahead: 600)
            let password = try rig.folder.write(TestService.Known.bob.password, to: "input/password")
            let added = try await terminal.run("acctstore add local --xauth --user bob --password-stdin <\(password)")
            expectSuccess(added, prints: "1\n")
            #expect(added.err.contains("warning: this machine's clock is about 10 minutes slow"), "\(added.err)")
        }
    }
}
