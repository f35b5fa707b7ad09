import TestRig
import Testing

/// The log-in by PIN, as a person at a terminal, a script and a pipe meet it.
@Suite("Log-in by PIN")
struct PINTests {
    @Test(
        "at a terminal: the address is whole on its own line, PIN is shown before the read, and the answer is cleaned")
    func atTerminal() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let adding = try await terminal.begin("acctstore add local")
            try await terminal.waitFor("PIN: ")
            let requestToken = try await visit(rig, address: address(on: terminal.screen))
            let pin = try await rig.server.authorize(requestToken, as: TestService.Known.alice, pin: "0123456")
            #expect(pin == "0123456")
            try terminal.type("\t \(pin) \r\n")
            try await terminal.confirm("Add @alice (local)?")
            let added = try await adding.finish()
            expectSuccess(added, prints: "1\n")
            #expect(added.err.contains("added @alice (1, local)"))
            let exchange = try #require(try await rig.server.log().last { $0.path == "/oauth/access_token" })
            #expect(exchange.header("Authorization")?.contains(#"oauth_verifier="0123456""#) == true)
            #expect(exchange.verdict?.valid == true)
            expectSuccess(try await terminal.run("acctstore post 'signed in'"))
        }
    }

    @Test("stopped at the prompt: what is typed is the shell's, and the log-in goes on where it was")
    func stopped() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let adding = try await terminal.begin("acctstore add local")
            try await terminal.waitFor("PIN: ")
            let token = try await visit(rig, address: address(on: terminal.screen))
            try terminal.type("\u{1A}")
            #expect(try await adding.finish().status == 148)
            // A command of the same shell that comes and goes ends nothing of the one that waits.
            expectSuccess(try await terminal.run("acctstore list"))
            let pin = try await rig.server.authorize(token, as: TestService.Known.alice)
            let continued = try await terminal.beginOnScreen("fg")
            try terminal.type("\(pin)\n")
            try await terminal.confirm("Add @alice (local)?")
            #expect(try await continued.finish().status == 0)
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
        }
    }

    @Test("no file that an argument names is read for the PIN")
    func argumentsAreNoInput() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let trap = try rig.folder.write("9999999\n", to: "trap")
            let adding = try await terminal.begin("acctstore add local --pin --description \(trap)")
            try await terminal.waitFor("PIN: ")
            let token = try await visit(rig, address: address(on: terminal.screen))
            try terminal.type(try await rig.server.authorize(token, as: TestService.Known.bob) + "\n")
            try await terminal.confirm("Add @bob (local)?")
            expectSuccess(try await adding.finish(), prints: "1\n")
            let surplus = try await terminal.run("acctstore add local --pin \(trap)")
            #expect(surplus.status == 64)
        }
    }

    @Test("an empty answer is asked for again, three times at most, and then nothing is stored")
    func emptyAnswers() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let adding = try await terminal.begin("acctstore add local")
            for _ in 0...3 {
                try await terminal.waitFor("PIN: ")
                try terminal.type(" \t\n")
            }
            expectFailure(try await adding.finish(), 80, "nothing was stored")
            #expect(try await rig.items("Account").isEmpty)
            #expect(try await rig.server.log().allSatisfy { $0.path != "/oauth/access_token" })

            let wrong = try await terminal.begin("acctstore add local")
            try await terminal.waitFor("PIN: ")
            try terminal.type("7654321\n")
            expectFailure(try await wrong.finish(), 76, "401", "nothing was stored")
            #expect(try await rig.items("Account").isEmpty)
        }
    }

    @Test("nothing on stdin: no request, and the words how to go on")
    func nothingToReadFrom() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let ended = try await terminal.run("acctstore add local --pin </dev/null")
            expectFailure(ended, 64, "PIN needed")
            #expect(ended.nextSteps.contains { $0.contains("acctstore add local --pin") })
            #expect(ended.err.contains("--token-stdin"))
            let script = try await rig.program([rig.acctstorePath, "add", "local", "--pin"]).run()
            expectFailure(script, 64, "PIN needed")
            #expect(try await rig.server.log().isEmpty)
        }
    }

    @Test("from a pipe: the address goes to stderr first, then one line is read")
    func fromPipe() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let pipe = try rig.folder.makeFolder("pipes") + "/pin"
            try await terminal.mustRun("mkfifo \(pipe); sleep 600 >\(pipe) &")
            let out = rig.folder.path("pin.out")
            let adding = try await terminal.beginOnScreen("acctstore add local --pin <\(pipe) >\(out) 2>\(out).err")
            try await eventually("the address on stderr") {
                rig.folder.read("pin.out.err")?.hasSuffix("\n\n") ?? false
            }
            let token = try await visit(rig, address: address(on: rig.folder.read("pin.out.err") ?? ""))
            let pin = try await rig.server.authorize(token, as: TestService.Known.alice)
            try await rig.program(["/bin/sh", "-c", "printf '\(pin)\\r\\nnext' >\(pipe)"]).mustSucceed()
            #expect(try await adding.finish().status == 0)
            #expect(rig.folder.read("pin.out") == "1\n")
        }
    }

    /// Opens the page as a browser would, and answers the request token in its address.
    private func visit(_ rig: Rig, address: String) async throws -> String {
        let page = try await rig.program(["/usr/bin/curl", "-sf", address]).run()
        #expect(page.status == 0 && page.out.contains("Authorize"))
        return String(address[address.ranges(of: "oauth_token=")[0].upperBound...])
    }
}

/// The address to visit, which is to stand whole on a line of its own.
func address(on text: String) throws -> String {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    return try #require(lines.last { $0.hasPrefix("http") && $0.contains("oauth_token=") })
}

extension Program {
    func mustSucceed() async throws {
        let outcome = try await run()
        guard outcome.status == 0 else { throw RigError("\(command): \(outcome.status), \(outcome.err)") }
    }
}
