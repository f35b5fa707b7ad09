import TestRig

/// A machine without a desktop: no bus, no display, the accounts in a vault.
struct HeadlessMachine {
    static let passphrase = "correct horse battery staple"

    let rig: Rig
    /// The folder that lasts as long as the person's session.
    let runtime: String
    /// Where the person sits, over SSH.
    let terminal: TestRig.Terminal

    /// - Parameter configuration: more for acctstore.conf.
    static func with(_ configuration: String = "", _ body: (HeadlessMachine) async throws -> Void) async throws {
        var options = RigOptions()
        options.secrets = .none
        options.configuration = "[acctstore]\nkeychain=vault\n\(configuration)"
        try await withRig(options) { rig in
            let runtime = try rig.makeRuntimeFolder()
            let terminal = try await rig.terminal(rig.environmentWithoutBus(runtime: runtime))
            try await body(HeadlessMachine(rig: rig, runtime: runtime, terminal: terminal))
        }
    }

    /// Keeps the key of the test service's app, which makes the vault.
    func makeVault() async throws {
        let secret = try rig.folder.write(TestService.Known.consumerSecret, to: "input/app")
        let keeping = try await terminal.begin(
            "acctstore app set local --key \(TestService.Known.consumerKey) --secret-stdin <\(secret)")
        try await answer("New passphrase of the vault: ")
        try await answer("The same again: ")
        let kept = try await keeping.finish()
        guard kept.status == 0 else { throw RigError("\(kept.status): \(kept.err)") }
    }

    /// Stores the account of somebody, who gets the next number.
    func add(_ person: TestService.Person) async throws {
        try await terminal.mustRun("acctstore add local --token-stdin <\(try rig.tokens(of: person))")
    }

    /// Types the passphrase where it is asked for, unseen.
    func answer(_ prompt: String, _ passphrase: String = passphrase) async throws {
        try await terminal.waitFor(prompt)
        try await eventually("the echo is off") { !terminal.echoes }
        try terminal.type("\(passphrase)\n")
    }

    /// A program without a terminal, and outside of the person's session unless it is told to be in it.
    func job(_ command: [String], inSession: Bool = false) -> Program {
        var program = rig.program(command)
        program.environment = rig.environmentWithoutBus(runtime: inSession ? runtime : nil)
        return program
    }

    /// The agents that run.
    var agents: [Int32] { RigProcesses.running(rig.agentPath) }
}
