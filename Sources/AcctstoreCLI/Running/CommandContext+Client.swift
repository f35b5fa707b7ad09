import AccountModel
import FoundationEssentials
import SocialClient

extension CommandContext {
    /// The client of the service at which somebody acts.
    func client(of acting: Acting, by broker: any Broker) async throws(BrokerError) -> ServiceClient {
        let seconds = clock
        return try ServiceClient(
            actor: acting.actor, profile: try await broker.profile(of: acting.service), performer: watched(broker),
            now: { Date(timeIntervalSince1970: Double(seconds())) },
            noteRejectedCredential: {
                if case .account(let account) = acting { try? await broker.noteRejectedCredential(of: account.id) }
            })
    }
}
