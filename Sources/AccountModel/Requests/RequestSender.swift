/// As whom a request is sent.
public enum RequestSender: Hashable, Sendable {
    /// Signed with an account's credential.
    case account(AccountID)
    /// By the app of that name alone, without an account: the app of the service that the URL belongs to, which signs or has
    /// a token of its own.
    case app(String)
    /// Not signed. Only below a base of a service that is described.
    case nobody
}
