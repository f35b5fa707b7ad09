import TestRig
import Testing

/// `notify=true`: the desktop tells of uses.
@Suite("Notices of uses")
struct NoticeTests {
    private static var options: RigOptions {
        var options = RigOptions()
        options.configuration = "[agent]\nnotify=true\n"
        return options
    }

    @Test("a use is shown with program, account and what was done, its markup escaped where it would be read")
    func shown() async throws {
        for (capabilities, name) in [(["body", "body-markup"], "a&lt;b&gt;&amp;c"), (["body"], "a<b>&c")] {
            try await withRig(Self.options) { rig in
                let terminal = try await rig.terminal(with: TestService.Known.alice)
                let desktop = try await NotificationsDouble.start(on: rig.bus, capabilities: capabilities)
                let script = try rig.signingScript("a<b>&c")
                try await terminal.mustRun("acctstore grant '\(script)' 1")
                expectSuccess(try await rig.alone(script))
                try await eventually("a notice") { !desktop.shown.isEmpty }
                let notice = try #require(desktop.shown.first)
                #expect(notice.app == "acctstore" && notice.title == "An account was used")
                #expect(notice.body.contains("/\(name) had a request signed (GET) as @alice (1, local)\n"), "\(notice)")
                #expect(notice.body.contains("/1.1/statuses/home_timeline.json"))
                await desktop.stop()
            }
        }
    }

    @Test("many uses are few bubbles, and a refusal is none")
    func coalesced() async throws {
        try await withRig(Self.options) { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let desktop = try await NotificationsDouble.start(on: rig.bus, capabilities: ["body"])
            let refused = try rig.signingScript("refused")
            expectFailure(try await rig.alone(refused), 77)
            let script = try rig.signingScript(times: 40)
            try await terminal.mustRun("acctstore grant \(script) 1")
            expectSuccess(try await rig.alone(script))
            try await eventually("the count") { desktop.shown.contains { $0.title.contains(" times") } }
            let shown = desktop.shown
            #expect(shown.count < 10 && Set(shown.map(\.number)) == [1], "\(shown)")
            #expect(shown.dropFirst().allSatisfy { $0.replaces == 1 })
            #expect(!shown.contains { $0.body.contains("refused") })
            await desktop.stop()
        }
    }

    @Test("with no desktop, or one that does not answer, requests are served as ever", arguments: [true, false])
    func silent(isThere: Bool) async throws {
        try await withRig(Self.options) { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let desktop = isThere ? try await NotificationsDouble.start(on: rig.bus, capabilities: ["hang"]) : nil
            let script = try rig.signingScript(times: 20)
            try await terminal.mustRun("acctstore grant \(script) 1")
            let start = ContinuousClock.now
            expectSuccess(try await rig.alone(script))
            // One wait for an answer that does not come would be five seconds.
            #expect(ContinuousClock.now - start < .seconds(60))
            #expect(try await terminal.mustRun("acctstore log -n 100").split(separator: "\n").count == 20)
            await desktop?.stop()
        }
    }
}
