import AccountModel
import CommandLineKit

/// `acctstore renew`
enum RenewCommand: ToolCommand {
    static let account = Argument<AccountSelector>(
        "ACCOUNT", help: "Number, name, SERVICE:NAME or UUID.", completion: .account)

    static let command = Command(
        "renew", abstract: "Fetch a new token for an account.",
        discussion: """
            Tokens of OAuth 2.0 are renewed by themselves when they end; this does it now. Of an account whose token does \
            not end, as after any log-in by OAuth 1.0a, the service is asked whether it is still good. Prints renewed; \
            rejected, with status 81, where the service wants a new log-in; or failed, with status 75 and the reason, \
            where nothing was changed.
            """,
        parameters: [account],
        examples: [.init("acctstore renew 2", "Fetch a new token for account 2.")])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let broker = try await context.connect()
        let kept = try await context.withAccount(parsed[account], of: broker) { selector throws(BrokerError) in
            try await broker.select(selector ?? parsed[account], of: nil, for: [])
        }
        let renewal = try await broker.renew(kept.id)
        try context.output.write(lines: [renewal.outcome.rawValue])
        let reason = renewal.remark ?? "\(kept.shownLabel) was not renewed"
        switch renewal.outcome {
        case .renewed:
            if let remark = renewal.remark { context.messages.note(remark) }
        case .rejected:
            throw BrokerError(
                .credentialRejected, reason, nextStep: renewal.nextStep ?? NextCommand.logIn(again: kept))
        case .failed: throw BrokerError(.tryLater, reason, nextStep: renewal.nextStep)
        }
    }
}
