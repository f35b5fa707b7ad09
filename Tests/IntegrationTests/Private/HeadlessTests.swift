import Glibc
import TestRig
import Testing

/// From the log-in to the job that posts by itself, as the README tells it, on a machine that has neither bus nor display.
@Suite("A machine without a desktop, from end to end")
struct HeadlessTests {
    @Test("a vault, a log-in by PIN with its QR code, a post, and a cron job that posts by itself")
    func endToEnd() async throws {
        try await HeadlessMachine.with { (machine) async throws in
            let (rig, terminal) = (machine.rig, machine.terminal)
            try await machine.makeVault()
            try await logInByPIN(machine)
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
            expectSuccess(try await terminal.run("acctstore post 'from the console'"))
            #expect(machine.agents.count == 1)

            // What stands in the examples, with another file for the passphrase.
            let script = try rig.folder.write(
                try PackageFiles.text("Examples/headless/nightly"), to: "home/bin/nightly", mode: 0o755)
            try rig.folder.write(
                HeadlessMachine.passphrase + "\n", to: "home/.config/nightly/passphrase", mode: 0o600)
            let job = try cronJob(machine)
            let refused = try await job.run()
            #expect(refused.status == 77, "\(refused.err)")
            #expect(refused.err.contains("acctstore grant \(script) 1"), "\(refused.err)")
            try await terminal.mustRun("acctstore grant ~/bin/nightly 1 --write")
            // The person logs out, and nothing of the session is left.
            expectSuccess(try await terminal.run("acctstore agent stop"))
            try await eventually("the session's agent ends") { machine.agents.isEmpty }
            let posted = try await job.run()
            #expect(posted.status == 0 && posted.out.isEmpty && posted.err.isEmpty, "\(posted.err)")
            try await eventually("the job's agent ends with it") { machine.agents.isEmpty }

            let posts = try await rig.server.posts()
            #expect(posts.map(\.user) == ["alice", "alice"])
            #expect(posts.first?.text == "from the console" && posts.last?.text.hasSuffix("all well") == true)
            #expect(try await rig.server.log().allSatisfy { $0.verdict?.valid != false })
            let log = try await terminal.begin("acctstore log")
            #expect(try await log.finish().out.contains(script))
        }
    }

    @Test("the address that a browser elsewhere ended at will do in place of a PIN")
    func pastedAddress() async throws {
        try await HeadlessMachine.with { (machine) async throws in
            try await machine.makeVault()
            let adding = try await machine.terminal.begin("acctstore add local --browser")
            try await machine.terminal.waitFor("paste the address that it ended at: ")
            let token = try requestToken(in: try address(on: adding.err))
            let begun = try #require(try await machine.rig.server.log().last { $0.path == "/oauth/request_token" })
            let header = try #require(begun.header("Authorization"))
            let port = try #require(header.firstRange(of: "127.0.0.1%3A")).upperBound
            let verifier = try await machine.rig.server.authorize(token, as: TestService.Known.alice)
            try machine.terminal.type(
                "http://127.0.0.1:\(header[port...].prefix { $0.isNumber })/callback"
                    + "?oauth_token=\(token)&oauth_verifier=\(verifier)\n")
            try await machine.terminal.confirm("Add @alice (local)?")
            expectSuccess(try await adding.finish(), prints: "1\n")
        }
    }

    /// As over SSH from a machine with a phone beside it.
    private func logInByPIN(_ machine: HeadlessMachine) async throws {
        let terminal = machine.terminal
        let adding = try await terminal.beginOnScreen("LC_ALL=C.UTF-8 acctstore add local")
        try await terminal.waitFor("PIN: ")
        let drawn = terminal.screen.split(whereSeparator: \.isNewline).count { $0.hasPrefix("██") }
        #expect((15...30).contains(drawn), "no QR code: \(terminal.screen)")
        let token = try requestToken(in: try address(on: terminal.screen))
        let pin = try await machine.rig.server.authorize(token, as: TestService.Known.alice)
        try terminal.type("\(pin)\n")
        try await terminal.confirm("Add @alice (local)?")
        #expect(try await adding.finish().status == 0)
    }

    private func requestToken(in address: String) throws -> String {
        String(address[try #require(address.firstRange(of: "oauth_token=")).upperBound...].prefix { $0 != "&" })
    }

    /// The line of the example's crontab, run as cron runs it: by `sh -c`, with nothing in the environment but what the
    /// crontab and cron itself put there.
    private func cronJob(_ machine: HeadlessMachine) throws -> Program {
        let lines = try PackageFiles.text("Examples/headless/crontab").split(separator: "\n")
        let line = try #require(lines.first { $0.contains("* * *") })
        let command = line.split(separator: " ").dropFirst(5).joined(separator: " ")
        var program = machine.rig.program(["/bin/sh", "-c", command])
        program.environment = [
            "HOME": machine.rig.folder.path("home"), "LOGNAME": "alice", "SHELL": "/bin/sh",
            "PATH": machine.rig.programs + ":/usr/bin:/bin",
        ]
        return program
    }
}
