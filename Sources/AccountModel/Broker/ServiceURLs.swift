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
    /// Where the person allows the access by OAuth 2.0 (RFC 6749, section 3.1).
    public var oauth2Authorize: String?
    /// Where OAuth 2.0 gives and renews tokens (RFC 6749, section 3.2).
    public var token: String?
    /// Where OAuth 2.0 takes tokens back (RFC 7009).
    public var revoke: String?
    /// Where a log-in with a code for another device begins (RFC 8628, section 3.1).
    public var device: String?

    /// Makes a set of its parts; what is not given, the service does not have.
    public init(
        api: String, upload: String? = nil, requestToken: String? = nil, authorize: String? = nil,
        accessToken: String? = nil, invalidateToken: String? = nil, oauth2Authorize: String? = nil,
        token: String? = nil, revoke: String? = nil, device: String? = nil
    ) {
        self.api = api
        self.upload = upload
        self.requestToken = requestToken
        self.authorize = authorize
        self.accessToken = accessToken
        self.invalidateToken = invalidateToken
        self.oauth2Authorize = oauth2Authorize
        self.token = token
        self.revoke = revoke
        self.device = device
    }
}

extension ServiceURLs {
    /// The names under which the URLs beside `api` are stored, shown and sent, in the order in which they are written.
    package static var names: [(name: String, value: WritableKeyPath<ServiceURLs, String?>)] {
        [("upload", \.upload)] + logInNames
    }

    /// Of these, the ones that belong to the log-in.
    package static var logInNames: [(name: String, value: WritableKeyPath<ServiceURLs, String?>)] {
        [
            ("request_token", \.requestToken), ("authorize", \.authorize), ("access_token", \.accessToken),
            ("invalidate_token", \.invalidateToken), ("oauth2_authorize", \.oauth2Authorize), ("token", \.token),
            ("revoke", \.revoke), ("device", \.device),
        ]
    }

    /// The addresses of the log-in, of either kind.
    package var logInAddresses: [String] {
        ServiceURLs.logInNames.compactMap { self[keyPath: $0.value] }
    }
}
