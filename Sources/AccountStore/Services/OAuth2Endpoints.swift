/// How one logs in to a service by OAuth 2.0.
public struct OAuth2Endpoints: Hashable, Sendable {
    /// How an app that has a secret shows it where tokens are given (RFC 6749, section 2.3.1). An app without one gives
    /// its id alone.
    public enum ClientAuthentication: String, CaseIterable, Hashable, Sendable {
        /// Not at all: the service knows no secrets of apps.
        case none
        /// In the header field `Authorization`.
        case basic
        /// In the form, beside the id.
        case post
    }

    /// Where the person allows the access (RFC 6749, section 3.1); `nil` where that goes by ``device`` alone.
    public var authorize: String?
    /// Where tokens are given and renewed (RFC 6749, section 3.2).
    public var token: String
    /// Where tokens are taken back (RFC 7009); `nil` where a service has no such place.
    public var revoke: String?
    /// Where a log-in with a code for another device begins (RFC 8628); `nil` where a service has none.
    public var device: String?
    /// Where an app registers itself as at Mastodon (`POST /api/v1/apps`); `nil` where a person has to do it.
    public var registration: String?
    /// What is asked for at a log-in, with blanks between (RFC 6749, section 3.3); empty for the service's own choice.
    public var scopes: String
    /// How an app shows its secret.
    public var clientAuthentication: ClientAuthentication
    /// Which addresses the service sends browsers back to.
    public var callback: ServiceDescription.Callback
    /// Whether the service shows the code on a page of its own for the address `urn:ietf:wg:oauth:2.0:oob`.
    public var showsCode: Bool

    /// Whether ``token`` gives one to an app itself, for requests as the app alone (RFC 6749, section 4.4).
    public var givesAppTokens: Bool
    /// What is asked for then, with blanks between; empty for the service's own choice.
    public var appScopes: String

    /// Makes a value of its parts; what is not given, the service does not have.
    public init(
        authorize: String? = nil, token: String, revoke: String? = nil, device: String? = nil,
        registration: String? = nil, scopes: String = "",
        clientAuthentication: ClientAuthentication = .basic, callback: ServiceDescription.Callback = .any,
        showsCode: Bool = false, givesAppTokens: Bool = true, appScopes: String = ""
    ) {
        self.authorize = authorize
        self.token = token
        self.revoke = revoke
        self.device = device
        self.registration = registration
        self.scopes = scopes
        self.clientAuthentication = clientAuthentication
        self.callback = callback
        self.showsCode = showsCode
        self.givesAppTokens = givesAppTokens
        self.appScopes = appScopes
    }
}
