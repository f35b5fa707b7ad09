import AccountModel
import CommandLineKit

/// `acctstore exec`
enum ExecCommand: ToolCommand {
    static let env = Option<[CredentialVariables]>(
        "env", value: "NAME=KEY,…",
        help: """
            The variables to set, instead of the usual ones: token, token_secret, consumer_key, consumer_secret, scope, \
            expires, username, user_id or service under a name of your own.
            """)
    static let words = Argument<[RawArgument]>(
        "COMMAND", help: "The command and its arguments.", placement: .afterTerminator, atLeastOne: true)

    static let command = Command(
        "exec", abstract: "Run a command with an account's token in its environment.",
        discussion: """
            For tools that sign by themselves. The command, and all that it starts, can then do everything as the \
            account. Without --env the variables are called after the service: TWITTER_CONSUMER_KEY, \
            TWITTER_CONSUMER_SECRET, TWITTER_ACCESS_TOKEN and TWITTER_ACCESS_TOKEN_SECRET; of an account that logged in \
            by OAuth 2.0, TWITTER_ACCESS_TOKEN alone, as long as that token lives. Typed at a terminal, \
            it asks each time; a script or another program needs a grant with --reveal. The command takes the place of acctstore, so that \
            its status and its signals are its own.
            """,
        parameters: [AccountOption.account, env, words],
        examples: [
            .init("acctstore exec -a 2 -- python3 bot.py", "Run a bot that reads the usual variables."),
            .init(
                "acctstore exec -a 2 --env API_KEY=consumer_key,API_TOKEN=token -- ./bot",
                "The same for one that has names of its own for them."),
        ])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let given = parsed[env].flatMap(\.variables)
        if let name = CredentialVariables(given).nameGivenTwice {
            throw parsed.usageError(
                "the variable \(name) is given twice",
                suggestion: "A variable holds one thing; give each a name of its own.")
        }
        let words = parsed[words]
        if let first = words.first { try CommandToRun(word: first, environment: context.environment).check() }
        let revealing = Revealing(
            context: context, actor: parsed[AccountOption.account], deed: "run a command with a token",
            command: words.first.map { String(decoding: $0.bytes, as: UTF8.self) })
        try await revealing.run { account throws(BrokerError) in
            let variables = given.isEmpty ? .usual(for: account.service) : CredentialVariables(given)
            try check(variables, of: account)
            return [RawArgument("run"), RawArgument(variables.spelling)] + words
        }
    }

    /// What is not known of an account cannot be handed on.
    private static func check(_ variables: CredentialVariables, of account: Account) throws(BrokerError) {
        for variable in variables.variables {
            let isKnown =
                switch variable.key {
                case .username: account.username != nil
                case .userID: account.userID != nil
                default: true
                }
            guard isKnown else {
                throw BrokerError(
                    .notConfigured, "the \(variable.key.rawValue) of \(account.shownLabel) is not known yet",
                    nextStep: "acctstore verify \(account.number)")
            }
        }
    }
}
