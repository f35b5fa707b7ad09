/// A service as somebody sees it who has not logged in yet: what it can do, who says so, and what it still needs.
public struct ServiceListing: Equatable, Sendable {
    /// Who describes a service.
    public enum Origin: String, Hashable, Sendable {
        /// Nobody needs to.
        case builtIn = "built-in"
        /// A file that came along.
        case shipped
        /// A file of the person's own.
        case own
    }

    /// `twitter`; `mastodon/HOST` for software that runs on many hosts.
    public var name: String
    /// Who describes it.
    public var origin: Origin
    /// Where it is described; `nil` where that is built in.
    public var file: String?
    /// The command that turns it on; `nil` where it is on.
    public var choice: String?
    /// What the description says; or why it cannot be understood.
    public var abilities: Result<ServiceAbilities, BrokerError>
    /// The names of the apps that are kept for it; `nil` where the caller may not know of them, or they cannot be seen.
    public var apps: [String]?

    /// Makes a listing of its parts.
    public init(
        name: String, origin: Origin, file: String? = nil, choice: String? = nil,
        abilities: Result<ServiceAbilities, BrokerError>, apps: [String]? = nil
    ) {
        self.name = name
        self.origin = origin
        self.file = file
        self.choice = choice
        self.abilities = abilities
        self.apps = apps
    }
}

/// What can be done at a service, and how one logs in there.
public struct ServiceAbilities: Hashable, Sendable {
    /// The ways to log in, by the options of `add`.
    public enum Way: String, Hashable, Sendable, CaseIterable {
        /// By a browser that comes back by itself.
        case browser
        /// By what the page shows, or the address that the browser ended at, typed.
        case pin
        /// With a code that is typed at another device (RFC 8628).
        case device
        /// A name and a password for a token.
        case xauth
        /// Ready tokens.
        case tokens
    }

    /// Where a service is asked something.
    public struct NamedAddress: Hashable, Sendable {
        /// What is asked there.
        public enum Name: String, Hashable, Sendable, CaseIterable {
            /// Whose an account is.
            case identity
            /// A token for the app itself.
            case appToken = "app_token"
            /// An app, where acctstore registers one.
            case register
            /// How long a post may be. There may be several, in the order in which they are asked.
            case limits
        }

        /// What is asked there.
        public var name: Name
        /// An absolute URL.
        public var url: String

        /// Makes a value of its parts.
        public init(name: Name, url: String) {
            self.name = name
            self.url = url
        }
    }

    /// Which app a log-in takes.
    public enum AppNeed: String, Hashable, Sendable {
        /// One that the person has registered.
        case own
        /// One that acctstore registers at the first log-in.
        case registered
        /// None.
        case none
    }

    /// How an app makes requests alone.
    public enum AppProof: String, CaseIterable, Hashable, Sendable {
        /// Signed with its key.
        case signature
        /// With a token that the service gives to the app itself (RFC 6749, section 4.4).
        case token
    }

    /// How to speak to it, with the limits that hold where it is not asked.
    public var profile: ServiceProfile
    /// Where it is, with the addresses of every way to log in.
    public var urls: ServiceURLs
    /// Further addresses that are spoken with.
    public var furtherAddresses: [NamedAddress]
    /// What the address to authorize at is told with every log-in, encoded as a query; `nil` for nothing.
    public var authorizeParameters: String?
    /// What a log-in speaks.
    public var protocols: [LogInProtocol]
    /// The ways to log in.
    public var ways: [Way]
    /// How requests are signed; `nil` where they are not.
    public var signatureMethod: String?
    /// Which app a log-in takes.
    public var appNeed: AppNeed
    /// How an app makes requests alone; empty where it cannot.
    public var appProofs: [AppProof]
    /// Whether it is asked how long a post may be.
    public var namesLimits: Bool

    /// Makes a value of its parts.
    public init(
        profile: ServiceProfile, urls: ServiceURLs, furtherAddresses: [NamedAddress] = [],
        authorizeParameters: String? = nil, protocols: [LogInProtocol], ways: [Way], signatureMethod: String?,
        appNeed: AppNeed, appProofs: [AppProof], namesLimits: Bool
    ) {
        self.profile = profile
        self.urls = urls
        self.furtherAddresses = furtherAddresses
        self.authorizeParameters = authorizeParameters
        self.protocols = protocols
        self.ways = ways
        self.signatureMethod = signatureMethod
        self.appNeed = appNeed
        self.appProofs = appProofs
        self.namesLimits = namesLimits
    }

    /// Whether post and read speak its language; else requests are signed or sent for it and nothing more.
    public var isSpokenTo: Bool { profile.dialect != .none }

    /// Whether a request can be signed for a program to send: not where the header would be the secret itself.
    public var isSigned: Bool { signatureMethod != nil && signatureMethod != "PLAINTEXT" }
}
