import TestRig
import Testing

/// `acctstore login`, in each way.
@Suite("login ACCOUNT")
struct LoginAgainTests {
    private static let alice = TestService.Known.alice

    @Test("by browser, by a device's code and with ready tokens the account stays the one that it was")
    func bearer() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(withBearerOf: Self.alice)
            let id = try await rig.accountID(at: terminal)
            try await terminal.mustRun("acctstore set 1 --description mine --default")
            let browser = try await terminal.begin("BROWSER=/bin/true acctstore login 1")
            let ended = try await rig.server.visit(browser.address(), as: Self.alice)
            _ = try await rig.program(["/usr/bin/curl", "-s", ended]).run()
            expectSuccess(try await browser.finish(), prints: "")
            let device = try await terminal.begin("acctstore login alice --device")
            try await eventually("the code") { device.err.contains("Waiting until the access is allowed there.") }
            let line = try #require(device.err.split(separator: "\n").first { $0.contains("and type the code ") })
            try await rig.server.activate(String(line.split(separator: " ").last?.dropLast() ?? ""), as: Self.alice)
            expectSuccess(try await device.finish(), prints: "")
            let issued = try await rig.server.issuedTokens()
            let tokens = try rig.folder.write("access_token=\(issued.access[0].token)", to: "input/tokens")
            expectSuccess(try await terminal.run("acctstore login 1 --token-stdin <\(tokens)"), prints: "")
            #expect(try await rig.items("Account").first?.secret.contains(issued.access[0].token) == true)
            #expect(try await terminal.mustRun("acctstore list") == "1  @alice  new  (default)  mine\n")
            #expect(try await rig.accountID(at: terminal) == id)
        }
    }

    @Test("another person is refused with 76, and nothing is changed")
    func otherPerson() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(withBearerOf: Self.alice)
            let before = try await rig.items("Account").first?.secret
            let again = try await terminal.begin("acctstore login 1 --pin")
            try await again.paste(rig.server.visit(again.address(), as: TestService.Known.bob), at: terminal)
            expectFailure(try await again.finish(), 76, "this is @bob", "not @alice (1, new); nothing was changed")
            #expect(try await rig.items("Account").first?.secret == before)
            expectFailure(try await terminal.run("acctstore login 7 --pin"), 67)
            expectFailure(try await terminal.run("acctstore login 1 --xauth </dev/null"), 78)
        }
    }

    @Test("by name and password, the name being the account's")
    func password() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let file = try rig.folder.write("\(Self.alice.password)\n", to: "input/password")
            try await terminal.mustRun("acctstore add local --xauth --user alice --password-stdin <\(file)")
            let before = try await rig.items("Account").first?.secret
            expectSuccess(try await terminal.run("acctstore login 1 --xauth --password-stdin <\(file)"), prints: "")
            #expect(try await rig.items("Account").first?.secret != before)
            expectSuccess(try await terminal.run("acctstore post hello"))
        }
    }

    @Test("it is the way out that a changed description names, and accepts the new one")
    func changedDescription() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(withBearerOf: Self.alice)
            var description = try rig.server.description(.twitter2)
            description.oauth2 = .init("scopes=read write\nrevoke=", without: ["revoke"])
            try rig.folder.describe("new", description)
            let refused = try await terminal.run("acctstore request GET 2/users/me")
            expectFailure(refused, 78, "revoke was")
            #expect(refused.nextSteps.joined(separator: "\n").contains("acctstore login 1"))
            let again = try await terminal.begin("acctstore login 1 --pin")
            try await again.paste(rig.server.visit(again.address(), as: Self.alice), at: terminal)
            expectSuccess(try await again.finish(), prints: "")
            expectSuccess(try await terminal.run("acctstore request GET 2/users/me"))
        }
    }
}
