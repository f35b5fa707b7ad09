import AccountModel
import SecretBytes

/// Has another token for one that a service refuses.
protocol TokenReplacing: Sendable {
    /// Another token; `nil` where there is none, so that the refusal stands.
    func replacement(
        for token: SharedSecret, refused refusal: TokenRefusal
    ) async throws(BrokerError) -> ReplacedToken?

    /// Notes that the service accepts a token.
    func accept(_ token: SharedSecret) async
}

/// A token in place of one that was refused.
struct ReplacedToken: Sendable {
    var token: SharedSecret
    /// Whether it is worth noting when the service accepts it.
    var isUnproven: Bool
}

extension TokenRenewal: TokenReplacing {
    func replacement(
        for token: SharedSecret, refused refusal: TokenRefusal
    ) async throws(BrokerError) -> ReplacedToken? {
        let renewed = try await run(refusal.occasion(token)).credential
        guard case .bearer(let newer) = renewed.kind, !newer.accessToken.isSame(as: token) else { return nil }
        return ReplacedToken(token: newer.accessToken, isUnproven: newer.unproven != nil)
    }
}
