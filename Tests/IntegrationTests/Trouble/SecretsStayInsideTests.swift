import FoundationEssentials
import TestRig
import Testing

/// No secret in what the programs print, in their arguments, in their environment, or in a file of ours.
@Suite("Secrets stay inside")
struct SecretsStayInsideTests {
    private static let people = [TestService.Known.alice, TestService.Known.aliceWork]
    private static var secrets: [String] {
        [TestService.Known.consumerSecret] + people.flatMap { [$0.tokenSecret, $0.token] }
            + [TestService.Known.aliceWork.password]
    }

    @Test("with every command at its most talkative, on success and on each error")
    func outputs() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let password = try rig.folder.write(TestService.Known.aliceWork.password, to: "input/password")
            let tokens = try rig.tokens(of: TestService.Known.alice)
            let base = try rig.server.base
            let script = try rig.signingScript()
            let xauth = "acctstore -v add local --xauth --user alice_work --password-stdin"
            let commands = [
                "\(xauth) <\(password)", "\(xauth) --app none <\(password)",
                "acctstore -v --no-prompt add local --token-stdin <\(tokens)",
                "acctstore -v add local --token-stdin --user bob <\(tokens)",
                "acctstore -v app", "acctstore -v app --json", "acctstore -v list --json", "acctstore -v show 1 --json",
                "acctstore -v show 2", "acctstore -v grant \(script) 1", "acctstore -v grant --json",
                "acctstore -v post -a 1 hello", "acctstore -v post -a 2 'say hello'",
                "acctstore -v set 1 --description words", "acctstore -v agent", "acctstore -v remove 2 --yes --revoke",
                "acctstore -v post -a nobody x",
            ]
            for command in commands {
                let ended = try await terminal.run(command)
                expectNoSecret(in: ended.out + ended.err, command)
            }
            // A service that gives everything back that it was sent, in every kind of answer.
            let echo = Self.secrets.joined(separator: " ")
            for fault in [
                Fault.answer(403, "refused: \(echo)", type: "text/plain"),
                .answer(401, #"{"errors":[{"code":32,"message":"\#(echo)"}]}"#),
                .answer(500, "<html><title>\(echo)</title></html>", type: "text/html"),
            ] {
                try await rig.server.add(fault)
                let ended = try await terminal.run("\(xauth) <\(password)")
                #expect(!ended.err.contains(TestService.Known.aliceWork.password), "\(ended.err)")
                #expect(!ended.err.contains(TestService.Known.consumerSecret), "\(ended.err)")
                #expect(ended.status == 76)
            }
            let alice = TestService.Known.alice
            let mine = "\(TestService.Known.consumerSecret) \(alice.token) \(alice.tokenSecret)"
            for fault in [
                Fault.answer(403, "refused: \(mine)", type: "text/plain"),
                .answer(401, #"{"errors":[{"code":89,"message":"\#(mine)"}]}"#),
                .answer(429, "<html><title>\(mine)</title></html>", type: "text/html"),
            ] {
                try await rig.server.add(fault)
                let ended = try await terminal.run("acctstore -v post -a 1 'say it again'")
                expectNoSecret(in: ended.out + ended.err, "a service that echoes")
                #expect(ended.err.contains("< \(fault.status ?? 0)\n") && ended.err.contains("***"), "\(ended.err)")
            }
            // What may be signed for a program has the token's public part in it, and no secret.
            for format in ["header", "curl", "json"] {
                let signed = try await terminal.run(
                    "acctstore -v sign -a 1 POST \(base)1.1/x.json -d a=b --format \(format)")
                expectSuccess(signed)
                for secret in Self.secrets where secret != TestService.Known.alice.token {
                    #expect(!(signed.out + signed.err).contains(secret))
                }
            }
            expectNoSecret(in: terminal.screen, "the screen")
            expectNoSecret(in: rig.logs, "what bus, agent and keyring wrote")
        }
    }

    @Test("while a post is under way: not in the arguments or the environment of a process, nor in a file")
    func processesAndFiles() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice, TestService.Known.bob)
            var fault = Fault(path: "/1.1/statuses/update.json")
            fault.delay = 3
            try await rig.server.add(fault)
            let posting = try await terminal.begin("acctstore post -a 1 'under way'")
            try await eventually("the front end") { posting.err.contains("as @alice") }
            // As the tests' own user, which may be root and so may see the agent's environment.
            let look =
                "for p in /proc/[0-9]*; do grep -qaF -e \(rig.folder.path) $p/cmdline && cat $p/cmdline $p/environ; done"
            let seen = try await Program(
                ["/bin/sh", "-c", look + " 2>/dev/null"], environment: ["PATH": "/usr/bin:/bin"], user: .current
            ).run()
            #expect(seen.out.contains("acctstore-agent"))
            expectNoSecret(in: seen.out, "processes")
            expectSuccess(try await posting.finish())

            let search = ["grep", "-rlaF"] + Self.secrets.flatMap { ["-e", $0] } + [rig.folder.path("home")]
            let files = try await rig.program(search).run()
            #expect(files.out == "")
        }
    }

    private func expectNoSecret(
        in text: String, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for secret in Self.secrets where text.contains(secret) {
            Issue.record("\(secret) in \(what): \(text)", sourceLocation: sourceLocation)
        }
    }
}
