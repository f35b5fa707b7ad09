import AccountModel
import CommandLineKit

/// `acctstore add`
enum AddCommand: ToolCommand {
    static let service = Argument<Service?>(
        "SERVICE", help: "Where the account is; else what the configuration says, else twitter.",
        completion: .anyService)
    static let host = Option<String?>(
        "host", value: "HOST",
        help: "Where it runs, for software that runs on many hosts: add mastodon --host social.example.")
    static let app = Option<String>(
        "app", value: "NAME", default: App.defaultName, help: "The app to log in with.", completion: .app)
    static let user = Option<UserName?>(
        "user", value: "NAME",
        help: "Who is expected; with --xauth, who logs in. Lets the credential of that account be replaced.")
    static let description = Option<String?>("description", value: "D", help: "Your own words about the account.")
    static let makeDefault = Flag("default", help: "Use it where no account is named.")

    static let command = Command(
        "add", abstract: "Log in to an account and keep it.",
        discussion: """
            Prints the number of the account. The log-in goes by the protocol of the app: see app set. Tokens are read \
            as a form, oauth_token=…&oauth_token_secret=…, with optional user_id, screen_name, consumer_key and \
            consumer_secret, or access_token=…, with optional refresh_token, expires_in, scope, user_id, screen_name, \
            client_id and client_secret, or as a JSON object with the same names. Where a PIN is asked for, the whole \
            address that the browser ended at will do too.
            """,
        parameters: [
            service, host, app, user, description, makeDefault,
        ] + LogInWays.parameters,
        exclusive: [LogInWays.group],
        examples: [
            .init("acctstore add twitter", "Log in with the browser, or over SSH with a PIN."),
            .init("acctstore add mastodon --host social.example", "At a server that any of us may run."),
            .init("acctstore add twitter --xauth --user alice", "The password is asked for."),
            .init("acctstore add twitter --token-stdin < tokens", "Ready tokens from a file."),
        ])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let service = try serviceNamed(parsed)
        let method = try LogInWays.method(parsed, in: context)
        if case .xauth = method, parsed[user] == nil {
            throw parsed.usageError("--xauth needs to know who logs in", suggestion: "Add --user NAME.")
        }
        // Found out before anything is asked of the agent or sent to the service.
        let asked = "@\(parsed[user]?.name ?? "")" + (service.map { " at \($0)" } ?? "")
        let input = try LogInWays.input(
            for: method, of: asked, by: "acctstore add" + (service.map { " \($0)" } ?? ""), parsed, in: context)
        let broker = try await context.connect()
        try await VaultOpening(context: context).readyInUse(broker)
        let request = LogInRequest(
            service: try await meant(service, by: broker), app: parsed[app], method: method,
            username: parsed[user]?.name, description: parsed[description], makeDefault: parsed[makeDefault],
            isAttended: input.isAttended)
        try await LogInDialogue(
            broker: broker, request: request, input: input, context: context, mayDraw: !parsed[LogInWays.noQR]
        ).run()
    }

    private static func meant(_ service: Service?, by broker: any Broker) async throws(BrokerError) -> Service {
        if let service { return service }
        return try await broker.defaultService()
    }

    /// SERVICE, or SERVICE on the host of `--host`.
    private static func serviceNamed(_ parsed: ParsedCommand) throws(UsageError) -> Service? {
        guard let text = parsed[host] else { return parsed[service] }
        guard let service = parsed[service] else {
            throw parsed.usageError(
                "--host says where, and not what runs there", suggestion: "Add SERVICE, such as mastodon.")
        }
        guard service.host == nil else {
            throw parsed.usageError("'\(service)' names its host already", suggestion: "Leave out --host.")
        }
        guard let there = service.at(host: text) else {
            throw parsed.usageError(
                "'\(OneLine.visible(text, length: 80))' is no host",
                suggestion: "Give it as in an address, such as social.example.")
        }
        return there
    }
}
