/// What a log-in speaks with a service.
public enum LogInProtocol: String, Hashable, Sendable, CaseIterable {
    /// OAuth 1.0a (RFC 5849): requests are signed.
    case oauth1
    /// OAuth 2.0 (RFC 6749): requests carry the token itself (RFC 6750).
    case oauth2

    /// `OAuth 1.0a`, `OAuth 2.0`
    package var title: String {
        switch self {
        case .oauth1: "OAuth 1.0a"
        case .oauth2: "OAuth 2.0"
        }
    }
}
