import AccountModel
import CommandLineKit

/// `acctstore login`
enum LoginCommand: ToolCommand {
    static let account = Argument<AccountSelector>(
        "ACCOUNT", help: "Number, name, SERVICE:NAME or UUID.", completion: .account)

    static let command = Command(
        "login", abstract: "Log in again to an account that is kept.",
        discussion: """
            The account keeps its number, description and grants, and goes by its own service and app; --xauth asks for the \
            password of its name. Another person than the account's is refused. Where the description of the service was \
            changed since the last log-in, the account goes by the new one from then on.
            """,
        parameters: [account] + LogInWays.parameters,
        exclusive: [LogInWays.group],
        examples: [
            .init("acctstore login 2", "The service no longer accepts the log-in of account 2."),
            .init("acctstore login 2 --token-stdin < tokens", "Ready tokens, as add takes them."),
        ])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let method = try LogInWays.method(parsed, in: context)
        let broker = try await context.connect()
        let kept = try await context.withAccount(parsed[account], of: broker) { selector throws(BrokerError) in
            try await broker.select(selector ?? parsed[account], of: nil, for: [])
        }
        // Found out before anything is sent to the service.
        let input = try LogInWays.input(
            for: method, of: "\(kept.handle) at \(kept.service)", by: "acctstore login \(kept.number)",
            parsed, in: context)
        let request = LogInRequest(
            account: kept.id, service: kept.service, app: kept.app, method: method,
            isAttended: input.isAttended)
        try await LogInDialogue(
            broker: broker, request: request, input: input, context: context, mayDraw: !parsed[LogInWays.noQR]
        ).run()
    }
}
