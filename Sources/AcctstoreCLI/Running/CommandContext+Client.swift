import AccountModel
import FoundationEssentials
import SocialClient

extension CommandContext {
    /// The client of the service at which somebody acts.
    ///
    /// - Parameter posts: whether it is for a post, whose length counts: then the service may be asked for its limits.
    func client(
        of acting: Acting, by broker: any Broker, posts: Bool = false
    ) async throws(BrokerError) -> ServiceClient {
        let seconds = clock
        let profile =
            posts
            ? try await broker.postingProfile(of: acting.service) : try await broker.profile(of: acting.service)
        return try ServiceClient(
            actor: acting.actor, profile: profile, performer: watched(broker),
            now: { Date(timeIntervalSince1970: Double(seconds())) },
            noteRejectedCredential: {
                if case .account(let account) = acting { try? await broker.noteRejectedCredential(of: account.id) }
            },
            logInProtocol: { await broker.logInProtocol(of: acting) })
    }
}

extension Broker {
    /// What the app speaks by which somebody acts; `nil` where that cannot be told.
    func logInProtocol(of acting: Acting) async -> LogInProtocol? {
        if case .account(let account) = acting, let spoken = await logInProtocol(of: account) { return spoken }
        return await logInProtocol(ofAppsAt: acting.service)
    }
}
