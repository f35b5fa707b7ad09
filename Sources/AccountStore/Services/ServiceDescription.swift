public import AccountModel

/// What is known of a service: where it is and how one logs in.
public struct ServiceDescription: Hashable, Sendable {
    /// Which callbacks a service takes at a log-in.
    public enum Callback: String, CaseIterable, Hashable, Sendable {
        /// A free loopback port is accepted.
        case any
        /// Only the app's own.
        case registered
    }

    /// What a service understands at the address to authorize at, beside `oauth_token`.
    public enum AuthorizeParameter: String, CaseIterable, Hashable, Sendable {
        /// `true` has the person log in anew, so that the account of the browser is not taken unasked.
        case forceLogin = "force_login"
        /// The name that is expected, filled in beforehand.
        case screenName = "screen_name"
    }

    /// What a client needs to know; its `api` and `upload` are the same as those of `urls`.
    public var profile: ServiceProfile
    /// Base URLs and those of the log-in by OAuth 1.0a. A request of a program lies below `api` or `upload`.
    public var urls: ServiceURLs
    /// How one logs in by OAuth 2.0; `nil` where that is not described.
    public var oauth2: OAuth2Endpoints?
    /// Whether a name and a password can be exchanged for a token.
    public var offersXAuth: Bool
    /// Which callbacks it takes at a log-in.
    public var callback: Callback
    /// What it understands at the address to authorize at.
    public var authorizeParameters: Set<AuthorizeParameter>
    /// What it is to be told at the address to authorize at with every log-in: how much access is asked for, at services
    /// that want to know it there.
    public var fixedAuthorizeParameters: [Parameter] = []
    /// Whether every server knows the app `anonymous` with the secret `anonymous`, so that none need be registered.
    public var takesAnonymousApp = false
    /// Where an app of OAuth 1.0a gets a token for itself, with its key and secret (RFC 6749, section 4.4); `nil` where it
    /// signs its requests instead.
    public var appToken: String?
    /// Where it says whose a token is; `nil` where its dialect has a call for that, or it does not say.
    public var identity: IdentityQuestion?
    /// Where it says how long a post may be, in the order in which to ask: the first that answers counts.
    public var limitAddresses: [String] = []
    /// As RFC 5849 and its extensions spell it: `HMAC-SHA1`, `RSA-SHA256`, `PLAINTEXT`.
    public var signatureMethod: String
    /// Where the description comes from, for messages: a file's path, or `nil` for a built-in one.
    public var source: String?

    /// The file that describes it, or would: on one line.
    var shownSource: String { OneLine.visible(source ?? "services/\(service).conf", length: 4096) }

    /// The service that this is about.
    public var service: Service { profile.service }

    /// Makes a description of its parts.
    public init(
        profile: ServiceProfile, urls: ServiceURLs, oauth2: OAuth2Endpoints? = nil, offersXAuth: Bool = false,
        callback: Callback = .any, authorizeParameters: Set<AuthorizeParameter> = [], appToken: String? = nil,
        signatureMethod: String = "HMAC-SHA1", source: String? = nil
    ) {
        self.profile = profile
        self.urls = urls
        self.oauth2 = oauth2
        self.offersXAuth = offersXAuth
        self.callback = callback
        self.authorizeParameters = authorizeParameters
        self.appToken = appToken
        self.signatureMethod = signatureMethod
        self.source = source
    }
}

extension ServiceDescription {
    /// The URLs that an account is kept with after a log-in by this protocol.
    func urls(of logIn: LogInProtocol) -> ServiceURLs {
        switch logIn {
        case .oauth1: urls
        case .oauth2:
            ServiceURLs(
                api: urls.api, upload: urls.upload, oauth2Authorize: oauth2?.authorize, token: oauth2?.token,
                revoke: oauth2?.revoke, device: oauth2?.device)
        }
    }

    /// What a log-in speaks where no app says otherwise.
    var usualProtocol: LogInProtocol { urls.accessToken == nil && oauth2 != nil ? .oauth2 : .oauth1 }

    /// Whether the secret of an app for OAuth 1.0a is a private key.
    var signsWithPrivateKey: Bool { signatureMethod.hasPrefix("RSA-") }

    /// Every address of a log-in, of either protocol.
    var logInAddresses: [String] {
        urls.logInAddresses + urls(of: .oauth2).logInAddresses + (appToken.map { [$0] } ?? [])
    }

    /// Where an app of OAuth 1.0a gets a token for itself; `nil` where it signs, also since its secret is a key.
    var appTokenOfOAuth1: String? { signsWithPrivateKey ? nil : appToken }

    /// Whether an app of OAuth 2.0 gets a token for itself, where it has a secret.
    var givesAppTokensByOAuth2: Bool {
        oauth2.map { $0.givesAppTokens && $0.clientAuthentication != .none } ?? false
    }
}

/// Looks up descriptions: the built-in ones and the person's own files, read anew at each look.
public protocol ServiceDirectory: Sendable {
    /// Throws `notConfigured` for a file that cannot be understood, with file, line and key; gives `nil` for a service
    /// that nothing describes.
    func description(of service: Service) throws(BrokerError) -> ServiceDescription?
    /// Every service there is a description for, sorted.
    func services() throws(BrokerError) -> [Service]
    /// The file in which the person may describe a service; `nil` where there are no files.
    func file(for service: Service) -> String?
    /// The descriptions that came along and that the person has not chosen, by name: of no use before that.
    func offers() -> [ServiceOffer]
}

/// A description that came along and is off until the person chooses it.
public struct ServiceOffer: Sendable {
    /// The service that it describes.
    public var service: Service
    /// The file that it is in.
    public var file: String
    /// The command that chooses it.
    public var choice: String
    /// What the file says; or why it cannot be understood.
    public var description: Result<ServiceDescription, BrokerError>

    /// Makes an offer of its parts.
    public init(
        service: Service, file: String, choice: String, description: Result<ServiceDescription, BrokerError>
    ) {
        self.service = service
        self.file = file
        self.choice = choice
        self.description = description
    }
}

extension ServiceDirectory {
    public func file(for service: Service) -> String? { nil }

    public func offers() -> [ServiceOffer] { [] }
}
