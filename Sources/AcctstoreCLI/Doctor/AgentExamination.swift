import AccountModel
import AgentClient

/// What the agent tells, and what is told of the agent. Every wait in it has an end, but the one for a passphrase that is
/// typed.
struct AgentExamination {
    let context: CommandContext
    let options: Doctor.Options
    let bus: BusCheck.Outcome

    /// A keyring that hangs is given up by the agent after 15 seconds.
    private static let patience = Duration.seconds(25)

    func run(tell: ([Finding]) throws -> Void) async throws {
        let meeting = await AgentMeeting(context: context, options: options, bus: bus).meet()
        try tell(meeting.findings)
        guard let broker = meeting.broker else {
            let words = "not looked at, since no agent tells of it"
            try tell(["configuration", "services", "vault", "keychain"].map { .note($0, words) })
            return
        }
        try tell(await surroundings(broker))
        guard let overview = await answer({ () async throws(BrokerError) in try await broker.overview(nil, of: nil) })
        else {
            try tell([Self.silence("keychain")])
            return
        }
        switch overview {
        case .failure(let error):
            try tell([Finding.problem("keychain", error).goingOn(with: "acctstore agent stop")])
        case .success(let overview):
            try await accounts(overview, broker, tell: tell)
        }
    }

    private func accounts(
        _ overview: StoreOverview, _ broker: any Broker, tell: ([Finding]) throws -> Void
    ) async throws {
        let user = options.asksForTokens ? await userOfAccounts(overview) : nil
        var overview = overview
        if overview.isClosed, case .success(let user)? = user,
            case .success(let opened)? = await answer({ () async throws(BrokerError) in
                try await user.overview(nil, of: nil)
            })
        {
            overview = opened
        }
        try tell(await KeychainCheck(overview: overview).findings())
        try tell(await AccountsCheck(overview: overview, context: context, options: options).findings())
        try tell(await ClockCheck(overview: overview, context: context, options: options, broker: broker).findings())
        try tell(
            await TokensCheck(overview: overview, context: context, options: options, broker: user).findings())
    }

    /// The broker of any command that uses an account: it may ask for a passphrase, and renews a token that has ended. What
    /// is closed is opened first: some keychains tell no account before, and one that is not opened is asked about but once.
    private func userOfAccounts(_ overview: StoreOverview) async -> Result<any Broker, BrokerError> {
        await Result { () async throws(BrokerError) in
            let broker = try await context.connect()
            guard overview.isClosed else { return broker }
            if overview.keychain.isVault {
                try await VaultOpening(context: context).ready(broker, made: false)
            } else {
                try await broker.unlock(passphrase: nil)
            }
            return broker
        }
    }

    private func surroundings(_ broker: any Broker) async -> [Finding] {
        guard let answer = await answer({ () async throws(BrokerError) in try await broker.findings() }) else {
            return [Self.silence("agent")]
        }
        do throws(BrokerError) {
            return try answer.get()
        } catch {
            return [Finding.problem("agent", error).goingOn(with: "acctstore agent stop")]
        }
    }

    private func answer<Value: Sendable>(
        _ question: @escaping @Sendable () async throws(BrokerError) -> Value
    ) async -> Result<Value, BrokerError>? {
        await within(Self.patience) { await Result { () async throws(BrokerError) in try await question() } }
    }

    private static func silence(_ check: String) -> Finding {
        .problem(
            check, "no answer within \(patience.components.seconds) seconds", code: .unavailable,
            next: "acctstore agent stop")
    }
}

extension StoreOverview {
    fileprivate var isClosed: Bool { [.locked, .unopened].contains(keychain.state) }
}

extension Result where Failure == BrokerError, Success: Sendable {
    fileprivate init(_ body: () async throws(BrokerError) -> Success) async {
        do throws(BrokerError) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
