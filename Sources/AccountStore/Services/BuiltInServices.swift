public import AccountModel

/// The services that need no description of the person's own.
public struct BuiltInServices: ServiceDirectory {
    /// The services that need no description.
    public init() {}

    public func description(of service: Service) throws(BrokerError) -> ServiceDescription? {
        guard let host = service.host else { return service == .twitter ? .twitter : nil }
        return ServiceFamily(of: service)?.description(of: service, at: "https://\(host)/")
    }

    /// Only what has one place: software that runs on many hosts is at all of them.
    public func services() throws(BrokerError) -> [Service] {
        [.twitter]
    }
}

extension ServiceDescription {
    /// X, under the name that people know it by. The addresses are those of its own documentation.
    /// An app gets a token for itself for the key and secret of OAuth 1.0a; there is no word of one for those of OAuth 2.0.
    public static let twitter = ServiceDescription(
        profile: ServiceProfile(
            service: .twitter, title: "X (Twitter)", dialect: .twitter2, api: "https://api.x.com/",
            upload: "https://upload.x.com/"),
        urls: ServiceURLs(
            api: "https://api.x.com/", upload: "https://upload.x.com/",
            requestToken: "https://api.x.com/oauth/request_token",
            authorize: "https://api.x.com/oauth/authorize",
            accessToken: "https://api.x.com/oauth/access_token",
            invalidateToken: "https://api.x.com/1.1/oauth/invalidate_token.json"),
        oauth2: OAuth2Endpoints(
            authorize: "https://x.com/i/oauth2/authorize", token: "https://api.x.com/2/oauth2/token",
            revoke: "https://api.x.com/2/oauth2/revoke",
            scopes: "tweet.read tweet.write users.read media.write offline.access", callback: .registered,
            givesAppTokens: false),
        callback: .registered, authorizeParameters: [.forceLogin, .screenName],
        appToken: "https://api.x.com/oauth2/token")
}
