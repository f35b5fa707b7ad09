import AccountModel
import CommandLineKit

/// The ways to log in that a person chooses from.
enum LogInWays {
    private static let section = "Ways to log in"
    static let browser = Flag(
        "browser",
        help:
            "Visit an address in the browser, which comes back by itself. What no way means where there is a display.",
        section: section)
    static let pin = Flag(
        "pin",
        help:
            "Visit an address and type the PIN that it shows, or paste where the browser ended. What no way means otherwise, as over SSH.",
        section: section)
    static let device = Flag(
        "device", help: "Type a code on another device, at services that have that.", section: section)
    static let xauth = Flag("xauth", help: "Exchange name and password for a token.", section: section)
    static let tokenStdin = Flag("token-stdin", help: "Read ready tokens from standard input.", section: section)
    static let noQR = Flag(
        "no-qr", help: "Do not draw the address as a QR code, as qrencode does where there is no browser.",
        section: section)
    static let passwordStdin = Flag(
        "password-stdin", help: "With --xauth: read the password from standard input.", section: section)

    static var parameters: [any CommandLineKit.Parameter] {
        [browser, pin, device, xauth, tokenStdin, passwordStdin, noQR]
    }
    static var group: ExclusiveGroup { ExclusiveGroup(browser, pin, device, xauth, tokenStdin) }

    static func method(
        _ parsed: ParsedCommand, in context: CommandContext
    ) throws(UsageError) -> LogInRequest.Method {
        if parsed[passwordStdin], !parsed[xauth] {
            throw parsed.usageError("--password-stdin belongs to --xauth", suggestion: "Add --xauth.")
        }
        if parsed[xauth] { return .xauth }
        if parsed[tokenStdin] { return .token }
        if parsed[browser] { return .browser }
        if parsed[device] { return .device }
        let hasBrowser = isTyped(in: context) && BrowserChoice(environment: context.environment).isThere
        return hasBrowser && !parsed[pin] ? .browser : .pin
    }

    /// Whether the person sits at the terminal, and nothing else was put in its place.
    private static func isTyped(in context: CommandContext) -> Bool {
        context.canAsk && context.input.kind == .terminal
    }

    /// What the way needs from the person.
    ///
    /// - Parameters:
    ///   - person: whose password is asked for: `@alice at twitter`.
    ///   - command: the one that is running, for those to run in its place.
    static func input(
        for method: LogInRequest.Method, of person: String, by command: String, _ parsed: ParsedCommand,
        in context: CommandContext
    ) throws(BrokerError) -> LogInDialogue.Input {
        switch method {
        case .browser: .browser(isTyped: isTyped(in: context))
        case .pin: .pin(try PINInput.find(for: command, in: context))
        case .device: .device(isAttended: isTyped(in: context))
        case .token:
            .secret(
                try SecretInput.find(
                    option: "--token-stdin", isStdinMeant: true,
                    prompt: "Tokens, then Return and Ctrl-D: ", in: context))
        case .xauth:
            .secret(
                try SecretInput.find(
                    option: "--password-stdin", isStdinMeant: parsed[passwordStdin],
                    prompt: "Password of \(OneLine.visible(person)): ", in: context))
        }
    }
}
