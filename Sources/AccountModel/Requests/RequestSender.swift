/// As whom a request is sent.
public enum RequestSender: Hashable, Sendable {
    /// Signed with an account's credential.
    case account(AccountID)
    /// By the app of that name alone, without an account, which signs or has a token of its own: the app of a service that
    /// the URL has to belong to; where none is named, of the one service of the URL that has an app of that name.
    case app(String, of: Service? = nil)
    /// Not signed. Only below a base of a service that is described.
    case nobody
}
