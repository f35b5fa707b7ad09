/// The base URLs and those of the log-in, as they are kept with the account's secret.
public struct ServiceURLs: Hashable, Sendable {
    /// The base of its API, with a slash at its end.
    public var api: String
    /// The base for media, with a slash at its end; `nil` where it is `api`.
    public var upload: String?
    /// Where a log-in begins (RFC 5849, section 2.1).
    public var requestToken: String?
    /// Where the person allows the access (RFC 5849, section 2.2).
    public var authorize: String?
    /// Where the token is given (RFC 5849, section 2.3).
    public var accessToken: String?
    /// Where a token can be taken back; `nil` where a service has no such place.
    public var invalidateToken: String?

    /// Makes a set of its parts; what is not given, the service does not have.
    public init(
        api: String, upload: String? = nil, requestToken: String? = nil, authorize: String? = nil,
        accessToken: String? = nil, invalidateToken: String? = nil
    ) {
        self.api = api
        self.upload = upload
        self.requestToken = requestToken
        self.authorize = authorize
        self.accessToken = accessToken
        self.invalidateToken = invalidateToken
    }
}

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
