import TestRig
import Testing

/// Neither what a log-in brings nor what a program sends is lost to a vault that closes while one waits for somebody else.
@Suite("A vault that closes meanwhile")
struct ClosedVaultTests {
    private static let alice = TestService.Known.alice
    private static let adding = "acctstore add new --user alice"

    /// A machine with a vault, open, and an app of the test service.
    private func withClient(_ body: (Rig, Terminal) async throws -> Void) async throws {
        var options = VaultOnMachine.options()
        options.hasService = true
        try await withRig(options) { rig in
            let making = try await rig.terminal()
            let made = try await making.begin("acctstore vault passphrase")
            try await VaultOnMachine.typeNew(
                VaultOnMachine.passphrase, again: VaultOnMachine.passphrase, at: making)
            expectSuccess(try await made.finish(), prints: "")
            try await body(rig, try await rig.terminalWithClient())
        }
    }

    private func countTokens(of rig: Rig) async throws -> Int {
        try await rig.server.log().count { $0.path == "/oauth2/token" }
    }

    private func code(of adding: TypedCommand) async throws -> String {
        try await eventually("the code") { adding.err.contains("Waiting until the access is allowed there.") }
        let line = try #require(adding.err.split(separator: "\n").first { $0.contains("and type the code ") })
        return String(line.split(separator: " ").last?.dropLast() ?? "")
    }

    @Test("a pasted address is exchanged once; the passphrase is asked for, and the account is there")
    func pasted() async throws {
        try await withClient { rig, terminal in
            let adding = try await terminal.begin("\(Self.adding) --pin")
            let ended = try await rig.server.visit(adding.address(), as: Self.alice)
            expectSuccess(try await rig.terminal().run("acctstore lock"))
            try await adding.paste(ended, at: terminal)
            try await VaultOnMachine.type("wrong", at: terminal)
            try await VaultOnMachine.type(VaultOnMachine.passphrase, at: terminal)
            expectSuccess(try await adding.finish(), prints: "1\n")
            #expect(adding.err.contains("what the log-in brought is kept meanwhile"))
            #expect(try await countTokens(of: rig) == 1)
            expectSuccess(try await terminal.run("acctstore verify 1"))
        }
    }

    @Test("so is what the browser brings, and who does not open the vault again is told what was lost")
    func browser() async throws {
        try await withClient { rig, terminal in
            let adding = try await terminal.begin("BROWSER=/bin/true \(Self.adding)")
            let ended = try await rig.server.visit(adding.address(), as: Self.alice)
            expectSuccess(try await rig.terminal().run("acctstore lock"))
            _ = try await rig.program(["/usr/bin/curl", "-s", ended]).run()
            try await terminal.waitFor("Passphrase of the vault: ")
            try await eventually("no echo") { !terminal.echoes }
            try terminal.type("\u{4}")
            try await terminal.waitFor("Try again to store the log-in?")
            try terminal.type("no\n")
            let lost = try await adding.finish()
            expectFailure(lost, 79, "@alice could not be stored, and the token was dropped")
            #expect(lost.nextSteps == ["acctstore unlock", "acctstore add new --user alice --browser"])
        }
    }

    @Test("a code for another device, without a terminal: another command opens the vault")
    func device() async throws {
        try await withClient { rig, terminal in
            let adding = try await terminal.begin("\(Self.adding) --device --no-prompt </dev/null")
            let code = try await code(of: adding)
            let other = try await rig.terminal()
            expectSuccess(try await other.run("acctstore lock"))
            try await rig.server.activate(code, as: Self.alice)
            try await eventually("it waits") { adding.err.contains("waiting for that") }
            let unlocking = try await other.begin("acctstore unlock")
            try await VaultOnMachine.type(VaultOnMachine.passphrase, at: other)
            expectSuccess(try await unlocking.finish())
            expectSuccess(try await adding.finish(), prints: "1\n")
        }
    }

    @Test("ready tokens from standard input are read once, though the vault closes while the service is asked")
    func tokens() async throws {
        try await withClient { rig, terminal in
            let first = try await terminal.begin("\(Self.adding) --pin")
            try await first.paste(rig.server.visit(first.address(), as: Self.alice), at: terminal)
            expectSuccess(try await first.finish(), prints: "1\n")
            let token = try #require(try await rig.server.issuedTokens().access.first).token
            try rig.folder.write("access_token=\(token)", to: "tokens")
            var slow = Fault(path: "/2/users/me")
            slow.delay = 8
            try await rig.server.add(slow)
            let asked = try await rig.server.log().count { $0.path == "/2/users/me" }
            let adding = try await terminal.begin("\(Self.adding) --token-stdin < tokens")
            while try await rig.server.log().count(where: { $0.path == "/2/users/me" }) <= asked {
                try await Task.sleep(for: .milliseconds(100))
            }
            expectSuccess(try await rig.terminal().run("acctstore lock"))
            try await VaultOnMachine.type(VaultOnMachine.passphrase, at: terminal)
            expectSuccess(try await adding.finish(), prints: "1\n")
        }
    }

    @Test("a log-in that waits for its person keeps the vault open past forget-after, and lets it close then")
    func held() async throws {
        try await withClient { rig, terminal in
            let opening = try await terminal.begin("\(Self.adding) --pin")
            let ended = try await rig.server.visit(opening.address(), as: Self.alice)
            try rig.folder.write(
                "[acctstore]\nkeychain=vault\n[agent]\nforget-after=1s\n",
                to: "home/.config/acctstore/acctstore.conf")
            try await Task.sleep(for: .seconds(4))
            try await opening.paste(ended, at: terminal)
            expectSuccess(try await opening.finish(), prints: "1\n")
            #expect(!opening.err.contains("locked"))
            while try await !rig.acctstore("status").out.contains(", locked") {
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    @Test("a request keeps it open past forget-after until its refused token is renewed: what was piped is sent again")
    func heldByRequest() async throws {
        try await withClient { rig, terminal in
            let adding = try await terminal.begin("\(Self.adding) --pin")
            try await adding.paste(rig.server.visit(adding.address(), as: Self.alice), at: terminal)
            expectSuccess(try await adding.finish(), prints: "1\n")
            try rig.folder.write(
                "[acctstore]\nkeychain=vault\n[agent]\nforget-after=2s\n",
                to: "home/.config/acctstore/acctstore.conf")
            // Another agent, which counts by that from the start.
            try await terminal.mustRun("acctstore agent stop")
            try await rig.server.expireTokens()
            var slow = Fault(path: "/2/tweets")
            slow.delay = 5
            try await rig.server.add(slow)
            let post = "acctstore request -a 1 POST 2/tweets -H 'Content-Type: application/json' --body -"
            let posting = try await terminal.begin("acctstore unlock && printf '{\"text\":\"once\"}' | \(post)")
            try await VaultOnMachine.type(VaultOnMachine.passphrase, at: terminal)
            let posted = try await posting.finish()
            #expect(posted.status == 0, "\(posted.err)")
            #expect(try await rig.server.posts().map(\.text) == ["once"])
            #expect(try await rig.renewals() == 1)
        }
    }
}
