import TestRig
import Testing

/// X's API v2 refuses a token that it ended before its time with a 401 that has no reason in it.
@Suite("A 401 without a reason")
struct UnexplainedRefusalTests {
    private static let bare = #"{"title":"Unauthorized","status":401}"#

    @Test("renews once, and the post is there once")
    func once() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(withBearerOf: TestService.Known.alice)
            try await rig.server.add(.answer(401, Self.bare, path: "/2/tweets"))
            expectSuccess(try await terminal.run("acctstore post 'once'"))
            #expect(try await rig.server.posts().map(\.text) == ["once"])
            #expect(try await rig.renewals() == 1)
            #expect(try await rig.items("Account").first?.secret.contains("unproven") == false)
            let log = try await terminal.mustRun("acctstore log")
            #expect(log.contains(/renew +given\s/) && log.contains(/perform POST +201\s/), "\(log)")
        }
    }

    @Test("of a service that always says so uses up no more than one refresh token, and ends with the log-in")
    func always() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(withBearerOf: TestService.Known.alice)
            try await rig.server.add(.answer(401, Self.bare, path: "/2/tweets", times: 0))
            for _ in 0..<3 {
                let refused = try await terminal.run("acctstore post 'never'")
                expectFailure(refused, 81, "Unauthorized (HTTP 401)")
                #expect(refused.nextSteps == ["acctstore login 1"])
                // The next agent knows it too.
                try await terminal.mustRun("acctstore agent stop")
            }
            #expect(try await rig.renewals() == 1)
            #expect(try await terminal.mustRun("acctstore list") == "1  @alice  new\n")
            expectSuccess(try await terminal.run("acctstore request GET 2/users/me"))
        }
    }

    @Test("is not answered by a second send of what can be read but once")
    func stream() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(withBearerOf: TestService.Known.alice)
            try await rig.server.add(.answer(401, Self.bare, path: "/2/tweets"))
            let refused = try await terminal.run(
                "head -c 200000 /dev/zero | acctstore request POST 2/tweets --body -")
            expectFailure(refused, 75, "nothing was done", "read only once")
            #expect(try await rig.server.log().count { $0.path == "/2/tweets" } == 1)
            #expect(try await rig.renewals() == 1)
        }
    }
}
