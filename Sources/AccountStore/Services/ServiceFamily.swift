public import AccountModel

/// Software that runs on many hosts: its services are called `NAME/HOST`.
public enum ServiceFamily: String, CaseIterable, Hashable, Sendable {
    /// Friendica: Twitter's API 1.1 below `/api/`, a log-in by OAuth 2.0.
    case friendica
    /// GNU social and StatusNet: Twitter's API 1.1 below `/api/`, a log-in by OAuth 1.0a.
    case gnusocial
    /// Mastodon, and what speaks its API.
    case mastodon

    /// The family of a service, as its name says; `nil` for a service of another kind.
    public init?(of service: Service) {
        self.init(rawValue: service.name)
    }

    /// What people call the software.
    public var title: String {
        switch self {
        case .friendica: "Friendica"
        case .gnusocial: "GNU social"
        case .mastodon: "Mastodon"
        }
    }

    /// The service of this software at an address.
    ///
    /// - Parameters:
    ///   - service: what it is called.
    ///   - base: a URL with a slash at its end, below which the software is: `https://social.example/`.
    public func description(of service: Service, at base: String) -> ServiceDescription {
        switch self {
        case .friendica: .friendica(service, title: title, at: base)
        case .gnusocial: .gnuSocial(service, title: title, at: base)
        case .mastodon: .mastodon(service, title: title, at: base)
        }
    }
}

extension ServiceDescription {
    /// Where the software names its limits in Mastodon's API: the address of today, and that of before.
    private static func instanceAddresses(at base: String) -> [String] {
        [base + "api/v2/instance", base + "api/v1/instance"]
    }

    /// The addresses are those of GNU social 1.2's own documentation. Every server knows the app `anonymous`. 1,000
    /// characters are what it takes where its owner has not said otherwise.
    fileprivate static func gnuSocial(_ service: Service, title: String, at base: String) -> ServiceDescription {
        var description = ServiceDescription(
            profile: ServiceProfile(
                service: service, title: title, dialect: .twitter11, api: base + "api/", textLimit: 1000,
                counting: .codepoints),
            urls: ServiceURLs(
                api: base + "api/", requestToken: base + "api/oauth/request_token",
                authorize: base + "api/oauth/authorize", accessToken: base + "api/oauth/access_token"))
        description.takesAnonymousApp = true
        description.limitAddresses = [base + "api/statusnet/config.json"]
        return description
    }

    /// 500 characters, with 23 for a link, are what Mastodon takes where its owner has not said otherwise.
    fileprivate static func mastodon(_ service: Service, title: String, at base: String) -> ServiceDescription {
        var description = ServiceDescription(
            profile: ServiceProfile(
                service: service, title: title, dialect: .mastodon, api: base, textLimit: 500, counting: .mastodon),
            urls: ServiceURLs(api: base),
            oauth2: .mastodon(at: base))
        description.limitAddresses = instanceAddresses(at: base)
        return description
    }

    /// Its API is Twitter's, with Mastodon's beside it, whose way to register an app it has too. 200,000 characters are
    /// what it takes where its owner has not said otherwise.
    fileprivate static func friendica(_ service: Service, title: String, at base: String) -> ServiceDescription {
        var description = ServiceDescription(
            profile: ServiceProfile(
                service: service, title: title, dialect: .twitter11, api: base + "api/", textLimit: 200_000,
                counting: .codepoints),
            urls: ServiceURLs(api: base + "api/"),
            oauth2: .mastodon(at: base))
        description.limitAddresses = instanceAddresses(at: base)
        return description
    }
}

extension OAuth2Endpoints {
    /// Mastodon's, which others took over: an app registers itself, and asks for all that the API has for an account.
    fileprivate static func mastodon(at base: String) -> OAuth2Endpoints {
        OAuth2Endpoints(
            authorize: base + "oauth/authorize", token: base + "oauth/token", revoke: base + "oauth/revoke",
            registration: base + "api/v1/apps", scopes: "read write", clientAuthentication: .post,
            callback: .registered, showsCode: true)
    }
}
