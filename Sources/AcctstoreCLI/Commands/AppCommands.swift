import AccountModel
import CommandLineKit

/// `acctstore app`
enum AppCommands {
    static let group = Command(
        "app",
        abstract: "Keep the keys of your apps.",
        discussion: """
            An app is your registration at a service: a consumer key and a consumer secret, or in OAuth 2.0 a client \
            id and maybe a client secret. Accounts log in with one, by the protocol that it is for. \
            Changing or removing an app leaves accounts as they logged in.
            """,
        subcommands: [AppListCommand.command, AppSetCommand.command, AppRemoveCommand.command],
        defaultSubcommand: AppListCommand.command.name)

    static let service = Argument<Service>(
        "SERVICE", help: "The service that it is registered at.", completion: .anyService)
    static let name = Option<String>(
        "app", value: "NAME", default: App.defaultName, help: "Your name for the app.", completion: .app)
}

/// `acctstore app list`
enum AppListCommand: ToolCommand {
    static let json = Flag("json", help: "Print JSON.")

    static let command = Command(
        "list", abstract: "List the apps: service, name, consumer key and callback.", parameters: [json])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let apps = try await context.connect().apps()
        if apps.isEmpty {
            context.messages.note("no apps")
            context.messages.next("acctstore app set \(Service.twitter) --key KEY")
        }
        if parsed[json] {
            try context.output.write(.array(apps.map(json)))
        } else {
            try context.output.write(
                lines: apps.map { app in
                    [app.service.description, app.name, app.consumerKey, protocolTitle(of: app), app.callback]
                        .compactMap(\.self).map { OneLine.visible($0) }.joined(separator: "  ")
                })
        }
    }

    /// `nil` for the one that goes without saying.
    private static func protocolTitle(of app: App) -> String? {
        app.logInProtocol == .oauth1 ? nil : app.logInProtocol.title
    }

    private static func json(for app: App) -> JSONValue {
        .object(
            [
                .init("service", .string(app.service.description)),
                .init("app", .string(app.name)),
                .init("consumer_key", .string(app.consumerKey)),
            ] + (app.logInProtocol == .oauth1 ? [] : [.init("protocol", .string(app.logInProtocol.rawValue))])
                + (app.callback.map { [.init("callback", .string($0))] } ?? []))
    }
}

/// `acctstore app set`
enum AppSetCommand: ToolCommand {
    static let key = Option<String?>(
        "key", value: "K",
        help: "The consumer key, or the client id. May be left out where only the callback changes.")
    static let callback = Option<String?>(
        "callback", value: "URL",
        help:
            "The callback that is registered with the app, on this machine: http://127.0.0.1:8765/callback. Empty: none."
    )
    static let oauth2 = Flag("oauth2", help: "The app is for OAuth 2.0, and has a client secret.")
    static let isPublic = Flag("public", help: "The app is for OAuth 2.0, and has no secret.")
    static let rsaKey = Option<FileName?>(
        "rsa-key", value: "FILE", help: "For the RSA methods: the private key in place of a secret, as PEM.",
        completion: .file)
    static let secretStdin = Flag("secret-stdin", help: "Read the consumer or client secret from standard input.")

    static let command = Command(
        "set", abstract: "Keep the key and the secret of an app.",
        discussion: """
            The secret is typed at the terminal, or read from standard input with --secret-stdin. A callback stays \
            until another one is given. Where a service has OAuth 1.0a and OAuth 2.0, as twitter has, accounts log in by \
            the one that their app is for: OAuth 1.0a unless --oauth2 or --public is given. Where it has only one, --oauth2 need \
            not be said.
            """,
        parameters: [
            AppCommands.service, AppCommands.name, key, callback, oauth2, isPublic, rsaKey, secretStdin,
        ],
        exclusive: [ExclusiveGroup(oauth2, isPublic, rsaKey)],
        examples: [
            .init("acctstore app set twitter --key KEY", "The secret is asked for."),
            .init("pass show app | acctstore app set twitter --key KEY --secret-stdin", "It comes from a program."),
            .init("acctstore app set twitter --app new --key ID --public", "A public app for OAuth 2.0."),
        ])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        guard let key = parsed[key] else { return try await setCallback(parsed, in: context) }
        var app = App(
            service: parsed[AppCommands.service], name: parsed[AppCommands.name], consumerKey: key,
            logInProtocol: parsed[oauth2] || parsed[isPublic] ? .oauth2 : .oauth1, callback: parsed[callback])
        var source = try secretSource(of: app, parsed, in: context)
        let broker = try await context.connect()
        // A service that nothing describes is told before the secret is typed.
        _ = try await broker.profile(of: app.service)
        let protocols = try await protocols(of: app.service, broker)
        if app.logInProtocol == .oauth1, parsed[rsaKey] == nil, protocols == [.oauth2] {
            app.logInProtocol = .oauth2
            source = try secretSource(of: app, parsed, in: context)
        }
        if app.logInProtocol == .oauth2, protocols?.contains(.oauth2) == false { throw app.hasNoLogIn(butFor: .oauth1) }
        try await VaultOpening(context: context).readyInUse(broker)
        try await source.lend(in: context) { try await broker.setApp(app, secret: $0) }
        context.messages.note("kept app '\(OneLine.visible(app.name))' of \(app.service)")
    }

    private static func secretSource(
        of app: App, _ parsed: ParsedCommand, in context: CommandContext
    ) throws(BrokerError) -> AppSecretSource {
        try AppSecretSource.find(
            for: app, isPublic: parsed[isPublic], rsaKey: parsed[rsaKey]?.path, isStdinMeant: parsed[secretStdin],
            in: context)
    }

    /// Those that a log-in speaks; `nil` where that is not known.
    private static func protocols(
        of service: Service, _ broker: any Broker
    ) async throws(BrokerError) -> [LogInProtocol]? {
        guard case .success(let abilities) = try await broker.services(service).first?.abilities else { return nil }
        return abilities.protocols
    }

    private static func setCallback(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let isAboutSecret = parsed[secretStdin] || parsed[oauth2] || parsed[isPublic] || parsed[rsaKey] != nil
        guard let callback = parsed[callback], !isAboutSecret else {
            throw parsed.usageError("missing option '--key K'")
        }
        let (name, service) = (parsed[AppCommands.name], parsed[AppCommands.service])
        try await context.connect().setCallback(callback, ofApp: name, of: service)
        context.messages.note("kept the callback of app '\(OneLine.visible(name))' of \(service)")
    }
}

/// `acctstore app remove`
enum AppRemoveCommand: ToolCommand {
    static let command = Command(
        "remove", abstract: "Forget an app.", parameters: [AppCommands.service, AppCommands.name])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let (name, service) = (parsed[AppCommands.name], parsed[AppCommands.service])
        try await context.connect().removeApp(name, of: service)
        context.messages.note("removed app '\(OneLine.visible(name))' of \(service)")
    }
}
