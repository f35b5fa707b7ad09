/// The base URLs and those of the log-in, as they are kept with the account's secret.
public struct ServiceURLs: Hashable, Sendable {
    public var api: String
    public var upload: String?
    public var requestToken: String?
    public var authorize: String?
    public var accessToken: String?
    public var invalidateToken: String?

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
    public var account: Account
    public var urls: ServiceURLs

    public init(account: Account, urls: ServiceURLs) {
        self.account = account
        self.urls = urls
    }
}

/// What `set` changes; `nil` leaves a thing as it is.
public struct AccountChanges: Hashable, Sendable {
    /// An empty text removes the description.
    public var description: String?
    public var isDefault: Bool?
    public var ask: Account.Ask?

    public init(description: String? = nil, isDefault: Bool? = nil, ask: Account.Ask? = nil) {
        self.description = description
        self.isDefault = isDefault
        self.ask = ask
    }
}

/// What `remove` did.
public enum RemovalOutcome: Hashable, Sendable {
    case removed(Account)
    /// The caller is a person at a terminal who did not say yes yet: ask, and call again with `confirmed`.
    case needsConfirmation(Account)
}

/// A grant with the account that it speaks of.
public struct GrantListing: Hashable, Sendable {
    public var grant: Grant
    /// `nil` where the grant is for all accounts of the service.
    public var account: Account?

    public init(grant: Grant, account: Account?) {
        self.grant = grant
        self.account = account
    }
}
