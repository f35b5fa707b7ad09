import AccountModel
import AcctstoreCLI
import CommandLineKit
import Testing

@Suite("lock and unlock: one call, nothing on stdout, one line on stderr")
struct LockCommandTests {
    @Test(
        "each asks the agent for what it says",
        arguments: [
            (["lock"], "lock", "the agent keeps no credential\n"),
            (
                ["lock", "--keyring"], "lock the keyring",
                "the keyring is locked, and the agent keeps no credential\n"
            ),
            (["unlock"], "unlock", "the keyring is open\n"),
        ])
    func calls(words: [String], call: String, line: String) async throws {
        let outcome = try await TestRun().run(words.map { RawArgument($0) })
        #expect(outcome.status == 0)
        #expect(outcome.calls == [call])
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages == line)
    }

    @Test("a vault that was not made yet is not called locked")
    func noVault() async throws {
        var script = Samples.two
        script.keychain = KeychainStatus(kind: "vault", path: "/v", state: .absent)
        let outcome = try await TestRun(script: script).run("lock")
        #expect(outcome.messages == "there is no vault yet, and the agent keeps no credential\n")
    }

    @Test("an argument is one too many")
    func usage() async throws {
        #expect(try await TestRun().run("unlock", "now").status == 64)
    }
}
