import FoundationEssentials
import Glibc
import TestRig
import Testing

/// Renewal from the command to the keyring, at a service that takes each refresh token once, and ends all tokens of a log-in
/// where one comes a second time.
@Suite("A token that ends is renewed by itself")
struct RenewalTests {
    private static let alice = TestService.Known.alice

    @Test("twenty programs that find it ended cause one renewal, and all are answered")
    func twenty() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            try await rig.set(life: .seconds(1))
            try await rig.addAlice(at: terminal)
            try await rig.set(life: .seconds(7200))
            try await Task.sleep(for: .milliseconds(1100))
            let ended = try await terminal.run(
                "{ for i in $(seq 20); do acctstore request GET 2/users/me >/dev/null && echo ok & done; wait; }",
                within: .seconds(120))
            #expect(ended.out == String(repeating: "ok\n", count: 20), "\(ended.err)")
            #expect(try await rig.renewals() == 1)
            let issued = try await rig.server.issuedTokens()
            #expect(issued.refresh.map(\.used) == [true, false] && issued.access.allSatisfy { !$0.revoked })
            let stored = try #require(try await rig.items("Account").first).secret
            #expect(stored.contains(issued.refresh[1].token) && stored.contains(issued.access[1].token))
            #expect(!stored.contains(issued.refresh[0].token))
        }
    }

    @Test("twenty that find that it cannot be renewed send the refused token once, and all are told")
    func twentyRefused() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            try await rig.set(life: .seconds(1))
            try await rig.addAlice(at: terminal)
            try await rig.server.add(.answer(400, #"{"error":"invalid_grant"}"#, path: "/oauth2/token", times: 0))
            try await Task.sleep(for: .milliseconds(1100))
            let ended = try await terminal.run(
                "{ for i in $(seq 20); do { acctstore request GET 2/users/me >/dev/null; echo $?; } & done; wait; }",
                within: .seconds(120))
            #expect(ended.out == String(repeating: "81\n", count: 20), "\(ended.err)")
            #expect(try await rig.renewals() == 1)
            #expect(ended.nextSteps.allSatisfy { $0 == "acctstore login 1" })
        }
    }

    @Test("a service that asks to wait is not asked again meanwhile, but by the person")
    func waiting() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithClient()
            try await rig.set(life: .seconds(1))
            try await rig.addAlice(at: terminal)
            try await rig.set(life: .seconds(7200))
            var busy = Fault.answer(503, "later", type: "text/plain", path: "/oauth2/token")
            busy.headers = ["Retry-After": "600"]
            try await rig.server.add(busy)
            try await Task.sleep(for: .milliseconds(1100))
            let first = try await terminal.run("acctstore request GET 2/users/me")
            expectFailure(first, 75, "it asks to wait 600 seconds")
            let second = try await terminal.run("acctstore request GET 2/users/me")
            expectFailure(second, 75, "and is tried again after ")
            #expect(try await rig.renewals() == 1)
            let command = try #require(second.nextSteps.first)
            expectSuccess(try await terminal.run(command))
            expectSuccess(try await terminal.run("acctstore request GET 2/users/me"))
            #expect(try await rig.renewals() == 2)
        }
    }

    @Test("a service that ended it early is asked once more, and a post is there once")
    func endedEarly() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(withBearerOf: Self.alice)
            try await rig.server.expireTokens()
            expectSuccess(try await terminal.run("acctstore post 'once'"))
            #expect(try await rig.server.posts().map(\.text) == ["once"])
            #expect(try await rig.renewals() == 1)
            // A second agent begins from what is stored.
            try await terminal.mustRun("acctstore agent stop")
            try await rig.server.expireTokens()
            expectSuccess(try await terminal.run("acctstore post 'twice'"))
            #expect(try await rig.renewals() == 2)
        }
    }

    @Test("an agent that is killed between the service's answer and the keyring is told of, and a log-in mends it")
    func killed() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(withBearerOf: Self.alice)
            try await terminal.mustRun("acctstore set 1 --description mine")
            try await terminal.mustRun("acctstore grant \(try rig.script("nightly", "#!/bin/sh\n")) 1")
            let (id, grants) = (try await rig.accountID(at: terminal), try await terminal.mustRun("acctstore grant"))
            let mark = "\(rig.folder.path)/home/.local/state/acctstore/renewal-\(id)"
            var late = Fault(path: "/oauth2/token")
            late.delay = 20
            try await rig.server.add(late)
            let pid = try await rig.agentPID
            let renewing = try await terminal.begin("acctstore renew 1")
            try await rig.waitForTokens(2)
            kill(pid, SIGKILL)
            expectFailure(try await renewing.finish(within: .seconds(25)), 69, "the agent ended before it answered")
            #expect(try permissions(of: mark) == 0o600)
            let refused = try await terminal.run("acctstore renew 1", within: .seconds(60))
            expectFailure(
                refused, 81, "the renewal of @alice (1, new) that began at ", "was interrupted", prints: "rejected\n")
            #expect(refused.nextSteps == ["acctstore login 1"])
            #expect(try await terminal.mustRun("acctstore list").contains("needs log-in"))
            #expect(try permissions(of: mark) == nil)

            let again = try await terminal.begin("acctstore login 1 --pin")
            try await again.paste(rig.server.visit(again.address(), as: Self.alice), at: terminal)
            expectSuccess(try await again.finish(), prints: "")
            #expect(again.err.contains("logged in to @alice (1, new)"))
            expectSuccess(try await terminal.run("acctstore post 'back'"))
            #expect(try await terminal.mustRun("acctstore list") == "1  @alice  new  mine\n")
            #expect(try await rig.accountID(at: terminal) == id)
            #expect(try await terminal.mustRun("acctstore grant") == grants && grants.contains("nightly"))
        }
    }

    @Test("without a network it is failed, nothing is changed, and it works later")
    func noNetwork() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(withBearerOf: Self.alice)
            let before = try #require(try await rig.items("Account").first).secret
            var closed = Fault(path: "/oauth2/token")
            closed.drop = 0
            try await rig.server.add(closed)
            expectFailure(try await terminal.run("acctstore renew 1"), 75, "could not be renewed", prints: "failed\n")
            #expect(try await rig.items("Account").first?.secret == before)
            #expect(try await terminal.mustRun("acctstore list") == "1  @alice  new\n")
            expectSuccess(try await terminal.run("acctstore renew 1"), prints: "renewed\n")
            let renewed = try #require(try await rig.items("Account").first).secret
            #expect(renewed != before)
            await rig.service?.stop()
            let refused = try await terminal.run("acctstore renew 1")
            expectFailure(refused, 75, "could not be renewed", prints: "failed\n")
            #expect(refused.nextSteps == ["acctstore renew 1"])
            #expect(try await rig.items("Account").first?.secret == renewed)
        }
    }

    @Test("renew says renewed, failed or rejected")
    func command() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(withBearerOf: Self.alice)
            expectSuccess(try await terminal.run("acctstore renew 1"), prints: "renewed\n")
            var before = try #require(try await rig.items("Account").first).secret
            try await rig.server.add(.answer(503, "later", type: "text/plain", path: "/oauth2/token"))
            let failed = try await terminal.run("acctstore renew alice")
            expectFailure(failed, 75, "503: later", prints: "failed\n")
            #expect(try await rig.items("Account").first?.secret == before)
            expectSuccess(try await terminal.run("acctstore renew 1"), prints: "renewed\n")
            before = try #require(try await rig.items("Account").first).secret
            try await rig.server.add(.answer(400, #"{"error":"invalid_grant"}"#, path: "/oauth2/token"))
            let rejected = try await terminal.run("acctstore renew 1")
            expectFailure(rejected, 81, "400 invalid_grant", prints: "rejected\n")
            #expect(rejected.nextSteps == ["acctstore login 1"])
            #expect(try await rig.items("Account").first?.secret == before)
            let answer = try await rig.call("Renew", try await rig.accountID(at: terminal))
            #expect(answer.contains("AccessDenied"), "\(answer)")
        }
    }

    @Test("of an account of OAuth 1.0a the service is asked")
    func oldProtocol() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: Self.alice)
            let good = try await terminal.run("acctstore renew 1")
            expectSuccess(good, prints: "renewed\n")
            #expect(good.err.contains("nothing to renew"))
            try await rig.server.add(.code(89, path: "/1.1/account/verify_credentials.json"))
            let bad = try await terminal.run("acctstore renew 1")
            expectFailure(bad, 81, "Invalid or expired token", prints: "rejected\n")
            #expect(bad.nextSteps == ["acctstore login 1"])
        }
    }
}

private func permissions(of path: String) throws -> mode_t? {
    var status = stat()
    // SAFETY: lstat(2) fills the structure it is given.
    return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
}

private func expectFailure(
    _ ended: CommandResult, _ status: Int32, _ words: String..., prints output: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(ended.status == status && ended.out == output, "\(ended.err)", sourceLocation: sourceLocation)
    for word in words { #expect(ended.err.contains(word), "\(ended.err)", sourceLocation: sourceLocation) }
}

extension Rig {
    /// What a program without a grant is answered on the bus.
    fileprivate func call(_ method: String, _ account: String) async throws -> String {
        let command = [
            "/usr/bin/gdbus", "call", "--session", "--dest", "org.acctstore.Agent1", "--object-path",
            "/org/acctstore/Agent1", "--method", "org.acctstore.Agent1.\(method)", account,
        ]
        let ended = try await program(command).run()
        return ended.out + ended.err
    }
}
