import AccountModel
import CommandLineKit

/// `acctstore remove`
enum RemoveCommand: ToolCommand {
    static let account = Argument<AccountSelector>(
        "ACCOUNT", help: "Number, name, SERVICE:NAME or UUID.", completion: .account)
    static let revoke = Flag("revoke", help: "Also make the token invalid at the service.")
    static let yes = Flag("yes", help: "Do not ask.")

    static let command = Command(
        "remove", abstract: "Remove an account and its grants.",
        parameters: [account, revoke, yes],
        examples: [.init("acctstore remove 2 --revoke", "Forget account 2, at the service too.")])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let broker = try await context.connect()
        let outcome = try await context.withAccount(parsed[account], of: broker) {
            selector throws(BrokerError) in
            try await broker.remove(
                selector ?? parsed[account], revoke: parsed[revoke], confirmed: parsed[yes])
        }
        switch outcome {
        case .removed(let account): tell(account, in: context)
        case .needsConfirmation(let account):
            try await confirm(account, parsed, in: context)
            // By its id: the question was about this account, whatever became of the others meanwhile.
            let outcome = try await broker.remove(.id(account.id), revoke: parsed[revoke], confirmed: true)
            guard case .removed(let removed) = outcome else {
                throw BrokerError(.failed, "\(account.shownLabel) was not removed")
            }
            tell(removed, in: context)
        }
    }

    private static func confirm(
        _ account: Account, _ parsed: ParsedCommand, in context: CommandContext
    ) async throws(BrokerError) {
        guard context.canAsk else {
            throw BrokerError(
                .invalidArgument, "removing \(account.shownLabel) needs a yes, and nobody can be asked",
                nextStep: "acctstore remove \(account.number)\(parsed[revoke] ? " --revoke" : "") --yes")
        }
        guard await Confirmation.ask("Remove \(account.shownLabel)?", on: context.terminal) else {
            throw BrokerError(.cancelled, "\(account.shownLabel) was not removed")
        }
    }

    private static func tell(_ account: Account, in context: CommandContext) {
        context.messages.note("removed \(account.shownLabel)")
        if account.isDefault {
            context.messages.note("it was the default account; there is none now")
        }
    }
}
