/// An account with what `show` tells beyond it.
public struct AccountDetails: Hashable, Sendable {
    /// The account.
    public var account: Account
    /// Where its log-in was made, and what may be signed for.
    public var urls: ServiceURLs

    /// Makes a value of its parts.
    public init(account: Account, urls: ServiceURLs) {
        self.account = account
        self.urls = urls
    }
}

/// What `set` changes; `nil` leaves a thing as it is.
public struct AccountChanges: Hashable, Sendable {
    /// An empty text removes the description.
    public var description: String?
    /// Whether it is to be the default account.
    public var isDefault: Bool?
    /// How often a program that holds a grant is to be asked about.
    public var ask: Account.Ask?

    /// Makes a change; what is not given stays as it is.
    public init(description: String? = nil, isDefault: Bool? = nil, ask: Account.Ask? = nil) {
        self.description = description
        self.isDefault = isDefault
        self.ask = ask
    }
}

/// What `remove` did.
public enum RemovalOutcome: Hashable, Sendable {
    /// It is gone; this is what it was.
    case removed(Account)
    /// The caller is a person at a terminal who did not say yes yet: ask, and call again with `confirmed`.
    case needsConfirmation(Account)
}

/// A grant with the account that it speaks of.
public struct GrantListing: Hashable, Sendable {
    /// The grant.
    public var grant: Grant
    /// `nil` where the grant is for all accounts of the service.
    public var account: Account?

    /// Makes a listing of its parts.
    public init(grant: Grant, account: Account?) {
        self.grant = grant
        self.account = account
    }
}
