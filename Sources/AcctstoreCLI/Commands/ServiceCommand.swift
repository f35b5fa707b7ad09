import AccountModel
import CommandLineKit

/// `acctstore service`
enum ServiceCommand: ToolCommand {
    static let name = Argument<Service?>(
        "NAME", help: "One service: twitter, mastodon/social.example.", completion: .anyService)
    static let json = Flag("json", help: "Print JSON.")

    static let command = Command(
        "service", abstract: "List the services, and what each can do.",
        discussion: """
            One line each: the service, what people call it, what can be done there, what a log-in speaks, and who \
            describes it. With NAME: all that is known of one, with its addresses and its apps. \
            A service is described by what is built in, or by a file of yours: see acctstore-service(5). Descriptions \
            that came along are off until you choose them; NAME shows the command for that.
            """,
        parameters: [name, json],
        examples: [
            .init("acctstore service", "Every service."),
            .init("acctstore service mastodon/social.example", "One of them."),
        ])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let listings = try await context.connect().services(parsed[name])
        let isOne = parsed[name] != nil
        if parsed[json] {
            let values = listings.map(ServiceReport.json)
            try context.output.write(isOne ? values.first ?? .null : .array(values))
        } else {
            try context.output.write(
                lines: isOne ? listings.flatMap(ServiceReport.details) : ServiceReport.lines(of: listings))
        }
        if isOne, let choice = listings.first?.choice { context.messages.next(choice) }
        try report(troubleIn: listings, in: context)
    }

    /// What can be told was printed nevertheless.
    private static func report(troubleIn listings: [ServiceListing], in context: CommandContext) throws {
        let troubles = listings.compactMap { listing -> BrokerError? in
            if case .failure(let error) = listing.abilities { error } else { nil }
        }
        for error in troubles.dropLast() { context.messages.note(OneLine.visible(error.message, length: 500)) }
        if let last = troubles.last { throw last }
    }
}
