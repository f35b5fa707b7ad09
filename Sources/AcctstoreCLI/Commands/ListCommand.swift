import AccountModel
import CommandLineKit

/// `acctstore list`
enum ListCommand: ToolCommand {
    static let service = Argument<Service?>("SERVICE", help: "Only accounts of this service.", completion: .usedService)
    static let json = Flag("json", help: "Print JSON.")

    static let command = Command(
        "list",
        abstract: "List the accounts.",
        discussion: """
            One line each: number, name, service, (default), whether it needs a new log-in, and its description.
            A program sees the accounts that it has a grant for.
            """,
        parameters: [service, json],
        examples: [.init("acctstore list twitter --json", "The accounts at twitter, for a program.")])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let service = parsed[service]
        let broker = try await context.connect()
        let accounts = try await broker.accounts(of: service)
        if accounts.isEmpty { await explainEmptyList(of: service, broker, context) }
        if parsed[json] {
            try context.output.write(.array(accounts.map(AccountListing.json)))
        } else {
            try context.output.write(lines: accounts.map(AccountListing.line))
        }
    }

    /// That there is no such service, no account, or none that this program may use: only the agent knows who asks.
    private static func explainEmptyList(
        of service: Service?, _ broker: any Broker, _ context: CommandContext
    ) async {
        do throws(BrokerError) {
            if let service { _ = try await broker.profile(of: service) }
            _ = try await broker.select(nil, of: service, for: [])
        } catch {
            context.messages.note(OneLine.visible(error.message))
            if let step = error.nextStep { context.messages.next(step) }
        }
    }
}
