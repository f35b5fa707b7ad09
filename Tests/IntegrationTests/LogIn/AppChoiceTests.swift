import TestRig
import Testing

/// Which app a log-in uses.
@Suite("The app of a log-in")
struct AppChoiceTests {
    @Test("the only app is used, or the error says which there is; never an empty one")
    func onlyApp() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal()
            let secret = try rig.folder.write("demo-cs", to: "input/app")
            try await terminal.mustRun("acctstore app set local --app mine --key demo-ck --secret-stdin <\(secret)")
            let tokens = try rig.tokens(of: TestService.Known.alice)
            let added = try await terminal.run("acctstore add local --token-stdin <\(tokens)")
            if added.status == 0 {
                #expect(try await rig.items("Account").first?.attributes["app"] == "mine")
                #expect(try await rig.server.log().allSatisfy { $0.verdict?.consumerKey == "demo-ck" })
            } else {
                expectFailure(added, 78, "mine")
                #expect(try await rig.server.log().isEmpty)
            }
            let named = try await terminal.run("acctstore add local --app mine --token-stdin --user alice <\(tokens)")
            expectSuccess(named, prints: "1\n")
        }
    }

    @Test("without an app, and with an empty key, nothing is sent and no address is shown")
    func noApp() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal()
            let ended = try await terminal.run("acctstore add local --pin")
            expectFailure(ended, 78, "app")
            #expect(ended.nextSteps.contains { $0.contains("acctstore app set local --key") })
            #expect(!ended.err.contains("http"))
            let secret = try rig.folder.write("demo-cs", to: "input/app")
            let empty = try await terminal.run("acctstore app set local --key '' --secret-stdin <\(secret)")
            #expect([64, 65].contains(empty.status), "\(empty.err)")
            let nothing = try await terminal.run("printf '' | acctstore app set local --key k --secret-stdin")
            #expect([64, 65].contains(nothing.status), "\(nothing.err)")
            #expect(try await rig.items("App").isEmpty)
            #expect(try await rig.server.log().isEmpty)
        }
    }
}
