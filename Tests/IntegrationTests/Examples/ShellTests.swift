import TestRig
import Testing

/// The script with curl.
@Suite("Examples: a shell script")
struct ShellTests {
    @Test("curl sends what was signed, then acctstore sends by itself; granted beforehand, with nobody there")
    func granted() async throws {
        try await withRig { rig in
            let machine = try await ExampleMachine(rig)
            let script = try machine.install("shell/whoami")
            try await machine.grant("shell/whoami")
            let ended = try await rig.alone(script)
            expectSuccess(ended)
            let answers = ended.out.split(separator: "\n")
            #expect(answers.count == 2 && answers.allSatisfy { $0.contains(#""username""#) }, "\(ended.out)")
            let sent = try await rig.server.log().filter { $0.path == "/2/users/me" }.suffix(2)
            #expect(sent.map { $0.verdict?.valid } == [true, true])
            #expect(sent.map { $0.header("User-Agent")?.hasPrefix("curl/") } == [true, false])
        }
    }

    @Test("without a grant the person is asked once, with the words that the script shows")
    func asked() async throws {
        try await withRig { rig in
            let machine = try await ExampleMachine(rig)
            let script = try machine.install("shell/whoami")
            let running = try await machine.terminal.begin("~/bin/whoami")
            try await machine.terminal.waitFor("\(script) wants to read as @alice (1, twitter).")
            try await machine.terminal.waitFor("Allow? yes (always), once, no: ")
            try machine.terminal.type("yes\n")
            expectSuccess(try await running.finish())
            // The answer is remembered: with nobody there it works now.
            expectSuccess(try await rig.alone(script))
        }
    }

    @Test("with nobody to ask it ends with acctstore's own status and the line that grants it")
    func refused() async throws {
        try await withRig { rig in
            let machine = try await ExampleMachine(rig)
            let ended = try await rig.alone(try machine.install("shell/whoami"))
            expectFailure(ended, 77)
            #expect(ended.nextSteps.contains { $0.hasPrefix("acctstore grant ") })
        }
    }
}
