import AccountModel
import CommandLineKit
import FoundationEssentials
import SocialClient

extension ServiceClient {
    /// The client of a command that reads, as whom the command line says.
    static func reading(
        _ parsed: ParsedCommand, by broker: any Broker, in context: CommandContext
    ) async throws -> ServiceClient {
        let selector = try AccountOption.selector(parsed[AccountOption.account], in: context)
        let service = parsed[ReadingOptions.service]
        let account = try await context.withAccount(selector, of: broker) { selector throws(BrokerError) in
            try await broker.select(selector, of: service, for: .read)
        }
        context.messages.detail("as \(account.shownLabel)")
        let seconds = context.clock
        return try ServiceClient(
            actor: .account(account), profile: try await broker.profile(of: account.service), performer: broker,
            now: { Date(timeIntervalSince1970: Double(seconds())) },
            noteRejectedCredential: { try? await broker.noteRejectedCredential(of: account.id) })
    }
}
