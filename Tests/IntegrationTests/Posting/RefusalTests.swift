import TestRig
import Testing

/// Every number that Twitter gives to a refusal, in every shape, through the real agent.
@Suite("What a service refuses")
struct RefusalTests {
    private static let update = "/1.1/statuses/update.json"
    private static let codes: [(code: Int, status: Int32)] =
        [32, 89, 231, 416, 417].map { ($0, 81) } + [88].map { ($0, 75) } + [130, 131].map { ($0, 82) }
        + [34, 63, 64, 68, 87, 99, 144, 179, 185, 186, 187, 215, 220, 226, 261, 326, 385, 386, 407, 415, 453].map {
            ($0, 76)
        }

    @Test("is told with its words, who asked for what, and a next step that works")
    func everyCode() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let shapes: [Fault.Shape] = [.errors, .codeAndMessage, .xml, .errorWithCode]
            for (index, one) in Self.codes.enumerated() {
                try await rig.server.reset()
                var fault = Fault(path: Self.update)
                (fault.code, fault.shape) = (one.code, shapes[index % shapes.count])
                try await rig.server.add(fault)
                let ended = try await terminal.run("acctstore post 'number \(index)'")
                expectFailure(
                    ended, one.status, "127.0.0.1", "the post by @alice (1, local) through the app default",
                    "code \(one.code)")
                #expect(!ended.nextSteps.isEmpty, "\(ended.err)")
                #expect(try await rig.server.log().count == 1)
            }
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local  needs log-in\n")
        }
    }

    @Test("a limit is told with the time and the seconds, whatever the header says")
    func limits() async throws {
        var options = RigOptions()
        options.environment = ["TZ": "Pacific/Kiritimati"]
        try await withRig(options) { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            for (header, value, waits) in [
                ("Retry-After", "300", true), ("x-rate-limit-reset", "4102444800", false),
                ("x-rate-limit-reset", "1000", true), ("x-rate-limit-reset", "1000000000", false),
                ("x-rate-limit-reset", "rubbish", false), ("x-rate-limit-remaining", "800", false),
            ] {
                var fault = Fault.answer(429, "slow down", type: "text/plain", path: Self.update)
                fault.headers?[header] = value
                try await rig.server.add(fault)
                let ended = try await terminal.run("acctstore post again")
                expectFailure(ended, 75, "slow down", "429")
                let step = try #require(ended.nextSteps.first)
                #expect(ended.nextSteps.count == 1)
                #expect(
                    waits
                        ? step.contains(/^try again (on [0-9-]+ )?at [0-9:]{5} \(in [0-9]+ seconds\)$/)
                        : step == "try again later")
            }
        }
    }

    @Test("-v shows the request and the answer")
    func verbose() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let posted = try await terminal.run("acctstore -v post hello")
            expectSuccess(posted)
            for line in [
                "> POST \(try rig.server.base)1.1/statuses/update.json", "> status=hello&", "* signed: POST&http",
                "> Authorization: OAuth oauth_consumer_key=\"demo-ck\", oauth_token=\"...\"", "< 200",
            ] {
                #expect(posted.err.contains(line), "\(posted.err)")
            }
            #expect(try await terminal.run("acctstore post quietly").err == "as @alice (1, local)\n")
            let added = try await terminal.run(
                "acctstore -v add local --user alice --token-stdin <\(try rig.tokens(of: TestService.Known.alice))")
            expectSuccess(added)
            #expect(added.err.contains("> GET \(try rig.server.base)1.1/account/verify_credentials.json"))
            await (try rig.server).stop()
            let lost = try await terminal.run("acctstore -v post lost")
            #expect(lost.status == 69 && lost.err.contains("> POST ") && lost.err.contains("* the request as @alice"))
        }
    }
}
