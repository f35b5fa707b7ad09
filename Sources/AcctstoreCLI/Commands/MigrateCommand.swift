import AccountModel
import CommandLineKit

/// `acctstore migrate`
enum MigrateCommand: ToolCommand {
    static let target = Option<KeychainName?>("to", value: "KEYCHAIN", help: "Where to: vault or secret-service.")
    static let yes = Flag("yes", help: "Delete without asking, where that can be.")
    static let keep = Flag("keep", help: "Delete nothing, without asking.")

    static let command = Command(
        "migrate",
        abstract: "Copy all accounts, apps and grants to the other keychain.",
        discussion: """
            Everything is read back and compared. A migration that was broken off goes on when it is run again. Which keychain \
            is in use is said by acctstore.conf, which you change; before that use no account whose token is renewed \
            (OAuth 2.0), for a renewal uses up what the copy has. Run again after that, it asks whether to delete everything \
            where it was; from the keychain in use nothing is deleted.
            """,
        parameters: [target, yes, keep],
        exclusive: [ExclusiveGroup(yes, keep)],
        examples: [.init("acctstore migrate --to vault", "Make the vault, and copy everything into it.")])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        guard let target = parsed[target]?.kind else {
            throw parsed.usageError("there is no --to", suggestion: "Add --to vault or --to secret-service.")
        }
        let broker = try await context.connect()
        guard try await hasSource(broker, target) else {
            return context.messages.note("there is nothing to copy in the keyring")
        }
        try await VaultOpening(context: context).ready(broker, made: target == .vault)
        let report = try await broker.migrate(to: target)
        guard report.records > 0 else {
            return context.messages.note("there is nothing to copy in \(report.source.place)")
        }
        let isInUse = try await broker.keychain(nil).kind == target.rawValue
        context.messages.note(
            "\(report.target.place) has all of \(report.source.place), \(isInUse ? "or a later state of it" : "read back and compared"): "
                + "\(report.accounts) \(report.accounts == 1 ? "account" : "accounts"), \(report.records) records; copied now: "
                + "\(report.copied)")
        if !isInUse {
            putToUse(report, target, in: context)
        } else if await mayDelete(report, parsed, in: context) {
            let count = try await broker.removeMigrated(from: target == .vault ? .secretService : .vault)
            context.messages.note("deleted \(count) records from \(report.source.place)")
        } else {
            context.messages.note("nothing was deleted from \(report.source.place)")
        }
    }

    /// Whether there is something to make a vault for: before that, and not after it, the keyring is opened and looked into.
    ///
    /// Throws what would end the migration, before somebody thinks of a passphrase in vain.
    private static func hasSource(_ broker: any Broker, _ target: KeychainKind) async throws(BrokerError) -> Bool {
        guard target == .vault, try await !broker.keychain(nil).isVault else { return true }
        try await broker.unlock(passphrase: nil)
        if let twice = try await broker.overview(nil, of: nil).conflicts.first { throw twice }
        if try await !broker.accounts(of: nil).isEmpty { return true }
        return try await !broker.apps().isEmpty
    }

    /// Until then the copy gets old: a service takes each refresh token once, and may end all of a log-in where one comes twice.
    private static func putToUse(_ report: MigrationReport, _ target: KeychainKind, in context: CommandContext) {
        let (old, new) = (report.source.place, report.target.place)
        context.messages.note("nothing was deleted from \(old), which is in use until acctstore.conf names \(new)")
        if report.renewed > 0 {
            let accounts =
                report.renewed == 1
                ? "1 account has a token that is" : "\(report.renewed) accounts have tokens that are"
            context.messages.instruction(
                "use no account before that: \(accounts) renewed, and a renewal in \(old) would use up the copy in \(new); where "
                    + "it happened, log in again with acctstore login")
        }
        context.messages.next(OneLine.visible(report.choice, length: 4096))
        context.messages.next(NextCommand.migrating(to: target))
    }

    private static func mayDelete(
        _ report: MigrationReport, _ parsed: ParsedCommand, in context: CommandContext
    ) async -> Bool {
        if parsed[yes] { return true }
        guard !parsed[keep], context.canAsk else { return false }
        return await Confirmation.ask("Delete it from \(report.source.place)?", on: context.terminal)
    }
}

/// The name of a keychain, as acctstore.conf spells it.
struct KeychainName: ArgumentValue, Equatable {
    static let allowedValues = KeychainKind.allCases.map(\.rawValue)

    let kind: KeychainKind

    init?(argument: RawArgument) {
        guard let kind = argument.text.flatMap(KeychainKind.init) else { return nil }
        self.kind = kind
    }
}

extension KeychainStatus {
    /// In a sentence.
    fileprivate var place: String {
        if isVault { return "the vault" }
        return collection.map { "the keyring “\(OneLine.visible($0))”" } ?? "the keyring"
    }
}
