import AccountModel
import CommandLineKit
import FoundationEssentials
import SocialClient

extension ServiceClient {
    /// The client of a command that reads, as whom the command line says.
    static func reading(
        _ parsed: ParsedCommand, by broker: any Broker, in context: CommandContext
    ) async throws -> ServiceClient {
        let acting = try await context.acting(parsed, for: .read, of: broker)
        context.messages.detail("as \(acting.label)")
        let seconds = context.clock
        return try ServiceClient(
            actor: acting.actor, profile: try await broker.profile(of: acting.service), performer: broker,
            now: { Date(timeIntervalSince1970: Double(seconds())) },
            noteRejectedCredential: {
                guard case .account(let account) = acting else { return }
                try? await broker.noteRejectedCredential(of: account.id)
            })
    }
}

extension Acting {
    fileprivate var actor: ServiceActor {
        switch self {
        case .account(let account): .account(account)
        case .app(let name, _): .app(name)
        case .nobody: .nobody
        }
    }
}
