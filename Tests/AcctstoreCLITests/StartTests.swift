import AccountModel
import AcctstoreCLI
import CommandLineKit
import TestRig
import Testing

@Suite("acctstore without a command")
struct StartTests {
    private static let open = KeychainStatus(kind: "secret-service", state: .open)

    /// What is found, and the golden file of what is then told.
    private static let findings: [(name: String, overview: StoreOverview)] = [
        (
            "start-no-app",
            StoreOverview(keychain: open, trouble: noAccount, apps: [], defaultService: .twitter)
        ),
        (
            "start-no-account",
            StoreOverview(
                keychain: open, trouble: noAccount, apps: [AppName(service: .twitter, name: "default")],
                defaultService: .twitter)
        ),
        (
            "start-one-account",
            StoreOverview(
                keychain: open, accounts: [Samples.alice], acting: Samples.alice, reason: .only,
                defaultService: .twitter)
        ),
        (
            "start-no-default",
            StoreOverview(
                keychain: open, accounts: [Samples.alice, Samples.bob],
                trouble: BrokerError(
                    .invalidArgument, "there are several accounts", nextStep: "acctstore set 1 --default"),
                defaultService: .twitter)
        ),
        (
            "start-locked",
            StoreOverview(
                keychain: KeychainStatus(kind: "secret-service", state: .unopened),
                trouble: BrokerError(.locked, "the keyring is locked", nextStep: "unlock it"))
        ),
    ]

    private static let noAccount = BrokerError(.noSuchAccount, "there is no account yet", nextStep: "acctstore add")

    @Test("it tells what there is and the next commands, on stdout, and that is no error", arguments: findings)
    func tells(name: String, overview: StoreOverview) async throws {
        let outcome = try await TestRun(script: .init(overview: overview)).run()
        #expect(outcome.status == 0)
        #expect(outcome.messages == "")
        #expect(outcome.calls == ["overview of -"])
        try Golden.check(outcome.output, name)
    }

    @Test("without a bus it tells that, and the same status")
    func noBus() async throws {
        let error = BrokerError(.unavailable, "there is no session bus", nextStep: "dbus-run-session -- bash")
        let outcome = try await TestRun(script: .init(error: error)).run()
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("\nThere is no session bus.\n\n  dbus-run-session -- bash\n"))
    }

    @Test("the variable names the account that it tells of")
    func variable() async throws {
        let outcome = try await TestRun(environment: ["ACCTSTORE_ACCOUNT": "bob"]).run()
        #expect(outcome.calls == ["overview of @bob"])
        let wrong = try await TestRun(environment: ["ACCTSTORE_ACCOUNT": ":"]).run()
        #expect(wrong.output.contains("  unset ACCTSTORE_ACCOUNT\n"))
        #expect(wrong.connections == 0)
    }
}
