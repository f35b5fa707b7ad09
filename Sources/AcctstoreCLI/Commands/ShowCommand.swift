import AccountModel
import CommandLineKit

/// `acctstore show`
enum ShowCommand: ToolCommand {
    static let account = Argument<AccountSelector>(
        "ACCOUNT", help: "Number, name, SERVICE:NAME or UUID.", completion: .account)
    static let json = Flag("json", help: "Print JSON.")

    static let command = Command(
        "show", abstract: "Show all that is known about an account, but for its secrets.",
        parameters: [account, json], examples: [.init("acctstore show 2", "Account 2.")])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let broker = try await context.connect()
        let details = try await context.withAccount(parsed[account], of: broker) {
            selector throws(BrokerError) in
            try await broker.details(of: selector ?? parsed[account])
        }
        if parsed[json] {
            try context.output.write(json(for: details))
        } else {
            try context.output.write(lines: lines(for: details))
        }
    }

    private static func json(for details: AccountDetails) -> JSONValue {
        let urls = details.urls
        return .object(
            AccountListing.members(for: details.account) + [
                .init("ask", .string(details.account.ask.rawValue)),
                .init(
                    "urls",
                    .object(
                        [.init("api", .string(urls.api))]
                            + ServiceURLs.names.map { .init($0.name, .optional(urls[keyPath: $0.value])) })),
            ])
    }

    /// A title and a value in each line, without what is not known.
    private static func lines(for details: AccountDetails) -> [String] {
        let (account, urls) = (details.account, details.urls)
        let rows: [(title: String, value: String?)] =
            [
                ("number", String(account.number)),
                ("name", account.handle),
                ("service", account.service.description),
                ("app", account.app),
                ("user id", account.userID),
                ("id", account.id.description),
                ("description", account.description),
                ("default", account.isDefault ? "yes" : "no"),
                ("state", account.state == .ok ? "ok" : "needs log-in"),
                ("ask", account.ask.rawValue),
                ("api", urls.api),
            ]
            + ServiceURLs.names.map { name, value in
                (name.replacing("_", with: " "), urls[keyPath: value])
            }
        let width = rows.map(\.title.count).max() ?? 0
        return rows.compactMap { title, value in
            value.map { title + String(repeating: " ", count: width - title.count) + "  " + OneLine.visible($0) }
        }
    }
}
