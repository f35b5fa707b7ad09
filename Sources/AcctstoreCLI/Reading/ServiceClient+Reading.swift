import AccountModel
import CommandLineKit
import SocialClient

extension ServiceClient {
    /// The client of a command that reads, as whom the command line says.
    static func reading(
        _ parsed: ParsedCommand, by broker: any Broker, in context: CommandContext
    ) async throws -> ServiceClient {
        let acting = try await context.acting(parsed, for: .read, of: broker)
        context.messages.detail("as \(acting.label)")
        return try await context.client(of: acting, by: broker)
    }
}
