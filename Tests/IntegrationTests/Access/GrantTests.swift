import FoundationEssentials
import TestRig
import Testing

/// A grant is remembered for the program, not for one process, until it is taken back.
@Suite("A grant")
struct GrantTests {
    @Test("without one a program gets nothing: an empty list, 77, and the very command that grants it")
    func withoutGrant() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.signingScript()
            let refused = try await rig.alone(script)
            expectFailure(refused, 77, script, "@alice (1, local)")
            #expect(refused.nextSteps == ["acctstore grant \(script) 1"])
            let lister = try rig.script("lister", "#!/bin/sh\nacctstore list --json\nexit $?\n")
            let listed = try await rig.alone(lister)
            expectSuccess(listed, prints: "[]\n")
            // The next step is one that works as it stands.
            expectSuccess(try await terminal.run(refused.nextSteps[0]), prints: "")
            expectSuccess(try await rig.alone(script))
        }
    }

    @Test("it holds for every run, and after the agent ended; the list tells program, account, permissions and date")
    func remembered() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.signingScript()
            let granted = try await terminal.run("acctstore grant \(script) alice --read")
            expectSuccess(granted, prints: "")
            #expect(granted.err.contains("\(script) may read as @alice (1, local)"))
            for _ in 1...5 {
                let signed = try await rig.alone(script)
                expectSuccess(signed)
                #expect(signed.out.hasPrefix("Authorization: OAuth "))
            }
            try await terminal.mustRun("acctstore agent stop")
            expectSuccess(try await rig.alone(script))

            let listed = try await terminal.mustRun("acctstore grant --json")
            let grants = try JSONDecoder().decode([GrantLine].self, from: Data(listed.utf8))
            #expect(grants.count == 1)
            let grant = try #require(grants.first)
            #expect(grant.program == "script:\(script)")
            #expect(grant.service == "local")
            #expect(grant.account?.username == "alice")
            #expect(grant.permissions == ["read"] && grant.decision == "allow" && grant.expires == nil)
            #expect(grant.created.hasSuffix("Z") && grant.created.contains("T"))
        }
    }

    @Test("taken back, it ends at the next request; taking back nothing is no error")
    func revoked() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.signingScript()
            try await terminal.mustRun("acctstore grant \(script) 1")
            expectSuccess(try await rig.alone(script))
            expectSuccess(try await terminal.run("acctstore revoke \(script)"), prints: "")
            expectFailure(try await rig.alone(script), 77)
            let again = try await terminal.run("acctstore revoke \(script)")
            expectSuccess(again, prints: "")
            #expect(again.err.contains("nothing was granted"))
        }
    }

    @Test("within one program that runs on, it ends at the next request too")
    func revokedWhileRunning() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let sign = "acctstore sign -a 1 GET \(try rig.server.base)1.1/x.json"
            let script = try rig.script(
                "worker", "#!/bin/sh\nwhile read line; do \(sign) >/dev/null 2>&1; echo $?; done\n")
            try await terminal.mustRun("acctstore grant \(script) 1")
            let worker = try rig.program([script], input: .open).start()
            worker.send("\n")
            try await worker.waitForOut("0\n")
            try await terminal.mustRun("acctstore revoke \(script)")
            worker.send("\n")
            try await worker.waitForOut("77\n")
            worker.closeInput()
            #expect(try await worker.finish().out == "0\n77\n")
        }
    }

    @Test("an upgrade behind the same path, and behind a link, keeps it without a question")
    func upgrade() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let first = try rig.signingScript("versions/1/tool")
            let bin = rig.folder.path("home/bin")
            try await terminal.mustRun("ln -s versions/1/tool \(bin)/tool")
            try await terminal.mustRun("acctstore grant \(bin)/tool 1")
            expectSuccess(try await rig.alone("\(bin)/tool"))

            // As a package does it: a new file takes the old one's place.
            try await terminal.mustRun(
                "cp \(first) \(first).new && echo '# 1.1' >>\(first).new && mv \(first).new \(first)")
            expectSuccess(try await rig.alone("\(bin)/tool"))
            _ = try rig.signingScript("versions/2/tool")
            try await terminal.mustRun("ln -sfn versions/2/tool \(bin)/tool")
            expectSuccess(try await rig.alone("\(bin)/tool"))
            expectSuccess(try await rig.alone("\(bin)/versions/2/tool"))
            // What the link led to before is no longer what was granted.
            expectFailure(try await rig.alone(first), 77)
            #expect(try await rig.items("Grant").count == 1)
        }
    }

    @Test("a program that added an account may not use it for that")
    func addingGrantsNothing() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let tokens = try rig.tokens(of: TestService.Known.alice)
            let script = try rig.script(
                "adder", "#!/bin/sh\nacctstore add local --token-stdin <\(tokens)\nexit $?\n")
            let adding = try await terminal.begin(script)
            try await terminal.waitFor("Allow? once, no: ")
            try terminal.type("once\n")
            expectSuccess(try await adding.finish(), prints: "1\n")
            let signing = try rig.signingScript("adder")
            expectFailure(try await rig.alone(signing), 77)
            expectSuccess(try await terminal.run("acctstore grant"), prints: "")
        }
    }

    @Test("removing an account removes its grants")
    func removedWithAccount() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice, TestService.Known.bob)
            let script = try rig.signingScript()
            try await terminal.mustRun("acctstore grant \(script) 1")
            try await terminal.mustRun("acctstore grant \(script) 2")
            try await terminal.mustRun("acctstore remove 1 --yes")
            #expect(try await rig.items("Grant").count == 1)
            #expect(try await terminal.mustRun("acctstore grant").contains("@bob"))
        }
    }
}

/// One line of `grant --json`.
struct GrantLine: Decodable {
    struct Person: Decodable {
        let id: String
        let username: String?
    }

    let program: String
    let service: String
    let account: Person?
    let permissions: [String]
    let decision: String
    let expires: String?
    let created: String
}
