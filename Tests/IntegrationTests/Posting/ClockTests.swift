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

    @Test("a wrong clock is told with its drift, is no rejected credential, and is not tried again")
    func wrongClock() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.server.setClock(ahead: 600)
            let sent = try await rig.server.log().count
            expectFailure(try await terminal.run("acctstore post late"), 76, "10 minutes slow", "135")
            #expect(try await rig.server.log().count == sent + 1)
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
        }
    }
}
