import TestRig
import Testing

/// What a service says of an account is kept, under the rules of identities.
@Suite("Asking who an account is")
struct VerifyTests {
    private static let verify = "/1.1/account/verify_credentials.json"

    @Test("an account that was not known at the log-in gets its name, and keeps number, description and grants")
    func provisional() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            try await rig.server.add(.answer(503, "", path: Self.verify))
            let tokens = try rig.folder.write(
                "oauth_token=\(TestService.Known.alice.token)&oauth_token_secret=\(TestService.Known.alice.tokenSecret)",
                to: "input/unknown")
            try await terminal.mustRun("acctstore add local --token-stdin --description mine <\(tokens)")
            #expect(try await terminal.mustRun("acctstore list") == "1  ?  local  mine\n")
            let script = try rig.signingScript()
            try await terminal.mustRun("acctstore grant \(script) 1")
            expectSuccess(try await terminal.run("acctstore verify"), prints: "1  @alice  local  mine\n")
            let item = try #require(try await rig.items("Account").first)
            #expect(item.label == "@alice (local)")
            #expect(item.attributes["user-id"] == TestService.Known.alice.id)
            expectSuccess(try await rig.alone(script))
        }
    }

    @Test("one who is there already takes the log-in over with a yes alone")
    func merging() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.server.add(.answer(503, "", path: Self.verify))
            let tokens = try rig.folder.write(
                "oauth_token=\(TestService.Known.alice.token)&oauth_token_secret=\(TestService.Known.alice.tokenSecret)",
                to: "input/unknown")
            try await terminal.mustRun("acctstore add local --token-stdin <\(tokens)")
            expectFailure(try await terminal.run("acctstore verify 2 --no-prompt"), 64, "@alice (1, local)")
            #expect(try await rig.items("Account").count == 2)
            let asked = try await terminal.begin("acctstore verify 2")
            try await terminal.waitFor("yes, no: ")
            try terminal.type("yes\n")
            expectSuccess(try await asked.finish(), prints: "1  @alice  local\n")
            #expect(try await terminal.mustRun("acctstore list") == "1  @alice  local\n")
            expectSuccess(try await terminal.run("acctstore post 'still here'"))
        }
    }

    @Test("a token that was taken back marks the account, one that works clears the mark; nothing else does either")
    func mark() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice, TestService.Known.bob)
            for fault in [Fault.code(32, path: Self.verify), .answer(503, "", path: Self.verify)] {
                try await rig.server.add(fault)
                #expect(try await terminal.run("acctstore verify 1").status != 0)
                #expect(try await terminal.mustRun("acctstore list") == "1  @alice  local\n2  @bob  local\n")
            }
            try await rig.server.add(.code(89, path: Self.verify))
            let dead = try await terminal.run("acctstore verify 1")
            #expect(dead.status == 81)
            #expect(dead.out == "1  @alice  local  needs log-in\n")
            let status = try await terminal.run("acctstore status -a 1")
            #expect(status.status == 81)
            #expect(status.nextSteps == ["acctstore login 1"])
            expectSuccess(
                try await terminal.run("acctstore verify --all"), prints: "1  @alice  local\n2  @bob  local\n")
        }
    }

    @Test("a program verifies what it may read, and nothing else")
    func programs() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.script("nightly", "#!/bin/sh\nacctstore verify\n")
            expectFailure(try await rig.alone(script), 77, "@alice (1, local)")
            try await terminal.mustRun("acctstore grant \(script) 1 --read")
            expectSuccess(try await rig.alone(script), prints: "1  @alice  local\n")
        }
    }

    @Test("a name that is none is told at the log-in, and refused when the account is verified")
    func nonsense() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let answer = Fault.answer(200, #"{"id_str":"1001","screen_name":"al\u001b]0;ice"}"#, path: Self.verify)
            try await rig.server.add(answer)
            let tokens = try rig.folder.write(
                "oauth_token=\(TestService.Known.alice.token)&oauth_token_secret=\(TestService.Known.alice.tokenSecret)",
                to: "input/bare")
            let added = try await terminal.run("acctstore add local --token-stdin <\(tokens)")
            #expect(added.status == 0 && added.out == "1\n")
            #expect(added.err.contains("warning: local gives “al\\u{1B}]0;ice” as screen_name"), "\(added.err)")
            #expect(try await terminal.mustRun("acctstore list") == "1  ?  local\n")
            try await rig.server.add(answer)
            #expect(try await terminal.run("acctstore verify 1").status == 76)
            expectSuccess(try await terminal.run("acctstore verify 1"), prints: "1  @alice  local\n")
        }
    }
}
