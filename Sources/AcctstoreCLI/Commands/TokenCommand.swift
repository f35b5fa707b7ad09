import AccountModel
import CommandLineKit

/// `acctstore token`
enum TokenCommand: ToolCommand {
    enum Format: String, CaseIterable, ArgumentValue {
        case json, env
    }

    static let format = Option<Format>(
        "format", value: "FORMAT", default: "json",
        help: "One JSON object, or a line NAME=VALUE for each variable that exec sets.")

    static let command = Command(
        "token", abstract: "Print an account's token, for a tool that signs by itself.",
        discussion: """
            Who has it can do everything as the account, without acctstore and without being asked, until you remove \
            it at the service. Prefer sign or request. Typed at a terminal, it asks each time; a script or another \
            program needs a grant with --reveal.
            """,
        parameters: [AccountOption.account, format],
        examples: [
            .init("acctstore token -a 2 > token.json", "Keep it in a file, which is then yours to guard."),
            .init("eval \"$(acctstore token -a 2 --format env)\"", "Variables of this shell, for what you type next."),
        ])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let format = parsed[format]
        let revealing = Revealing(context: context, actor: parsed[AccountOption.account], deed: "print a token")
        try await revealing.run { account throws(BrokerError) in
            if context.output.sink.isTerminal {
                context.messages.warning(
                    "whoever sees this screen, or what is kept of it, can act as \(account.shownLabel)")
            }
            return [
                RawArgument(format.rawValue), RawArgument(CredentialVariables.usual(for: account.service).spelling),
            ]
        }
    }
}
