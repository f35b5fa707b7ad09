import AccountModel
import CommandLineKit

/// `acctstore set`
enum SetCommand: ToolCommand {
    static let account = Argument<AccountSelector>(
        "ACCOUNT", help: "Number, name, SERVICE:NAME or UUID.", completion: .account)
    static let description = Option<String?>(
        "description", value: "D", help: "Your own words about the account; '' removes them.")
    static let makeDefault = Flag("default", help: "Use it where no account is named.")
    static let noDefault = Flag("no-default", help: "Do not use it where no account is named.")
    static let ask = Option<Account.Ask?>(
        "ask", value: "WHEN", help: "Whether a program with a grant is asked about at each use.")

    static let command = Command(
        "set", abstract: "Change what is kept about an account.",
        parameters: [account, description, makeDefault, noDefault, ask],
        exclusive: [ExclusiveGroup(makeDefault, noDefault)],
        examples: [.init("acctstore set 2 --default", "Use account 2 where none is named.")])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let isDefault: Bool? = parsed[makeDefault] ? true : parsed[noDefault] ? false : nil
        let changes = AccountChanges(
            description: parsed[description], isDefault: isDefault, ask: parsed[ask])
        guard changes != AccountChanges() else {
            throw parsed.usageError(
                "nothing to change", suggestion: "Give --description, --default, --no-default or --ask.")
        }
        let broker = try await context.connect()
        let changed = try await context.withAccount(parsed[account], of: broker) {
            selector throws(BrokerError) in
            try await broker.update(selector ?? parsed[account], with: changes)
        }
        context.messages.note("changed \(changed.shownLabel): \(words(for: changes).joined(separator: ", "))")
    }

    private static func words(for changes: AccountChanges) -> [String] {
        [
            changes.description.map { $0.isEmpty ? "no description" : "description '\(OneLine.visible($0))'" },
            changes.isDefault.map { $0 ? "the default" : "not the default" },
            changes.ask.map { $0 == .always ? "asked about at each use" : "asked about once" },
        ].compactMap(\.self)
    }
}
