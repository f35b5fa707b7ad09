import AccountModel
import CommandLineKit

/// `acctstore list`
enum ListCommand: ToolCommand {
    static let service = Argument<Service?>("SERVICE", help: "Only accounts of this service.", completion: .service)
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
        let accounts = try await context.connect().accounts(of: service)
        if accounts.isEmpty {
            context.messages.note("no accounts" + (service.map { " of \($0)" } ?? ""))
            context.messages.next("acctstore add" + (service.map { " \($0)" } ?? ""))
        }
        if parsed[json] {
            try context.output.write(.array(accounts.map(AccountListing.json)))
        } else {
            try context.output.write(lines: accounts.map(AccountListing.line))
        }
    }
}
