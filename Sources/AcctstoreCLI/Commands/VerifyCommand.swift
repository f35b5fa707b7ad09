import AccountModel
import CommandLineKit
import SocialClient

/// `acctstore verify`
enum VerifyCommand: ToolCommand {
    static let account = Argument<AccountSelector?>(
        "ACCOUNT", help: "Number, name, SERVICE:NAME or UUID.", completion: .account)
    static let all = Flag("all", help: "Every account, one after the other.")

    static let command = Command(
        "verify", abstract: "Ask the service who an account is, and whether its log-in is valid.",
        discussion: """
            Prints a line for each account, as list does, with what the service said. An account that was not known at \
            the log-in gets its name. With --all the status is that of the last trouble.
            """,
        parameters: [all, account],
        examples: [.init("acctstore verify 2", "Is account 2 still logged in?")])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        if parsed[all] {
            guard parsed[account] == nil else { throw parsed.usageError("--all leaves no ACCOUNT to be named") }
            try await verifyAll(in: context)
            return
        }
        let given = parsed[account].map { RequestedActor.account($0) }
        let selector = try AccountOption.selector(given, to: "verify", in: context)
        let broker = try await context.connect()
        let account = try await context.withAccount(selector, of: broker) { selector throws(BrokerError) in
            try await broker.select(selector, of: nil, for: .read)
        }
        try await Verification(account: account, broker: broker, context: context).run()
    }

    /// One that fails hides no other.
    private static func verifyAll(in context: CommandContext) async throws {
        let broker = try await context.connect()
        let accounts = try await broker.accounts(of: nil)
        guard !accounts.isEmpty else {
            _ = try await broker.select(nil, of: nil, for: .read)
            return
        }
        var trouble: BrokerError?
        for account in accounts {
            do {
                let account = try await broker.select(.id(account.id), of: nil, for: .read)
                try await Verification(account: account, broker: broker, context: context).run()
            } catch let error as BrokerError {
                if let trouble { context.messages.error(trouble) }
                trouble = error
            }
        }
        if let trouble { throw trouble }
    }
}
