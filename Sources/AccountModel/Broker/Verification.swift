/// Who a service says that an account is.
public struct VerifiedPerson: Hashable, Sendable {
    /// The service's own id; `nil` where it has none.
    public var userID: String?
    /// The name without `@`.
    public var username: String?

    /// Makes a value of what the service said.
    public init(userID: String?, username: String?) {
        self.userID = userID
        self.username = username
    }
}

/// What became of an account that its service said who it is.
public enum VerificationOutcome: Hashable, Sendable {
    /// As it is stored now.
    case stored(Account)
    /// Another account is the same person already: it would take over the log-in, keep its own number, description and
    /// grants, and the account that was asked about would go. Ask, and call again with `merging`.
    case wouldMerge(into: Account)
}
