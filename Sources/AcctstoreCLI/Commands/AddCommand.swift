import AccountModel
import CommandLineKit

/// `acctstore add`
enum AddCommand: ToolCommand {
    static let service = Argument<Service?>(
        "SERVICE", help: "Where the account is; else what the configuration says, else twitter.", completion: .service)
    static let app = Option<String>(
        "app", value: "NAME", default: App.defaultName, help: "The app to log in with.", completion: .app)
    static let user = Option<UserName?>(
        "user", value: "NAME",
        help: "Who is expected; with --xauth, who logs in. Lets the credential of that account be replaced.")
    static let description = Option<String?>("description", value: "D", help: "Your own words about the account.")
    static let makeDefault = Flag("default", help: "Use it where no account is named.")
    private static let ways = "Ways to log in"
    static let browser = Flag(
        "browser",
        help:
            "Visit an address in the browser, which comes back by itself. What no way means where there is a display.",
        section: ways)
    static let pin = Flag(
        "pin", help: "Visit an address and type the PIN that it shows. What no way means otherwise, as over SSH.",
        section: ways)
    static let xauth = Flag("xauth", help: "Exchange name and password for a token.", section: ways)
    static let tokenStdin = Flag("token-stdin", help: "Read ready tokens from standard input.", section: ways)
    static let noQR = Flag(
        "no-qr", help: "Do not draw the address as a QR code, as qrencode does where there is no browser.",
        section: ways)
    static let passwordStdin = Flag(
        "password-stdin", help: "With --xauth: read the password from standard input.", section: ways)

    static let command = Command(
        "add", abstract: "Log in to an account and keep it.",
        discussion: """
            Prints the number of the account. Tokens are read as a form, \
            oauth_token=…&oauth_token_secret=…, with optional user_id, screen_name, consumer_key and \
            consumer_secret, or as a JSON object with the same names. Where a PIN is asked for, the whole address that \
            the browser ended at will do too.
            """,
        parameters: [
            service, app, user, description, makeDefault, browser, pin, xauth, tokenStdin, passwordStdin, noQR,
        ],
        exclusive: [ExclusiveGroup(browser, pin, xauth, tokenStdin)],
        examples: [
            .init("acctstore add twitter", "Log in with the browser, or over SSH with a PIN."),
            .init("acctstore add twitter --xauth --user alice", "The password is asked for."),
            .init("acctstore add twitter --token-stdin < tokens", "Ready tokens from a file."),
        ])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let method = try method(parsed, in: context)
        // Found out before anything is asked of the agent or sent to the service.
        let input = try input(for: method, parsed, in: context)
        let broker = try await context.connect()
        try await VaultOpening(context: context).readyInUse(broker)
        let request = LogInRequest(
            service: try await serviceMeant(parsed, by: broker), app: parsed[app], method: method,
            username: parsed[user]?.name, description: parsed[description], makeDefault: parsed[makeDefault],
            isAttended: input.isAttended)
        try await LogInDialogue(
            broker: broker, request: request, input: input, context: context, mayDraw: !parsed[noQR]
        ).run()
    }

    private static func serviceMeant(_ parsed: ParsedCommand, by broker: any Broker) async throws(BrokerError)
        -> Service
    {
        if let service = parsed[service] { return service }
        return try await broker.defaultService()
    }

    private static func method(
        _ parsed: ParsedCommand, in context: CommandContext
    ) throws(UsageError) -> LogInRequest.Method {
        if parsed[passwordStdin], !parsed[xauth] {
            throw parsed.usageError("--password-stdin belongs to --xauth", suggestion: "Add --xauth.")
        }
        if parsed[xauth], parsed[user] == nil {
            throw parsed.usageError("--xauth needs to know who logs in", suggestion: "Add --user NAME.")
        }
        if parsed[xauth] { return .xauth }
        if parsed[tokenStdin] { return .token }
        if parsed[browser] { return .browser }
        let hasBrowser = isTyped(in: context) && BrowserChoice(environment: context.environment).isThere
        return hasBrowser && !parsed[pin] ? .browser : .pin
    }

    /// Whether the person sits at the terminal, and nothing else was put in its place.
    private static func isTyped(in context: CommandContext) -> Bool {
        context.canAsk && context.input.kind == .terminal
    }

    private static func input(
        for method: LogInRequest.Method, _ parsed: ParsedCommand, in context: CommandContext
    ) throws(BrokerError) -> LogInDialogue.Input {
        switch method {
        case .browser: .browser(isTyped: isTyped(in: context))
        case .pin: .pin(try PINInput.find(for: parsed[service], in: context))
        case .token:
            .secret(
                try SecretInput.find(
                    option: "--token-stdin", isStdinMeant: true,
                    prompt: "Tokens, then Return and Ctrl-D: ", in: context))
        case .xauth:
            .secret(
                try SecretInput.find(
                    option: "--password-stdin", isStdinMeant: parsed[passwordStdin], prompt: passwordPrompt(parsed),
                    in: context))
        }
    }

    private static func passwordPrompt(_ parsed: ParsedCommand) -> String {
        let place = parsed[service].map { " at \($0)" } ?? ""
        return "Password of \(OneLine.visible("@\(parsed[user]?.name ?? "")"))\(place): "
    }
}
