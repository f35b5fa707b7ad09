import AccountModel
import CommandLineKit
import Testing

@testable import AcctstoreCLI

@Suite("migrate: what is copied, and what to do before anything is used")
struct MigrateCommandTests {
    @Test("accounts whose tokens are renewed are not to be used before the copy is in use")
    func renewed() async throws {
        var script = Samples.two
        script.keychain = KeychainStatus(kind: "vault", path: "/v", state: .open)
        let outcome = try await TestRun(script: script).run("migrate", "--to", "secret-service")
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(outcome.messages.contains("use no account before that: 1 account has a token that is renewed"))
        #expect(
            outcome.messages.hasSuffix(
                "next: sed -i s/a/b/ acctstore.conf\nnext: acctstore migrate --to secret-service\n"))
        let quiet = try await TestRun(script: script).run("-q", "migrate", "--to", "secret-service")
        #expect(quiet.messages.hasPrefix("use no account before that"), "the one line that is always shown")
    }
}
