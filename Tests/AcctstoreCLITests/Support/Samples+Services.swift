import AccountModel

extension Samples {
    /// X as somebody sees it who keeps these apps for it; `nil` where they cannot be seen.
    static func twitter(apps: [String]?, need: ServiceAbilities.AppNeed = .own) -> ServiceListing {
        let api = "https://api.x.com/"
        return ServiceListing(
            name: "twitter", origin: .builtIn,
            abilities: .success(
                ServiceAbilities(
                    profile: ServiceProfile(
                        service: .twitter, title: "X (Twitter)", dialect: .twitter2, api: api, textLimit: 280),
                    urls: ServiceURLs(
                        api: api, requestToken: api + "oauth/request_token", authorize: api + "oauth/authorize",
                        accessToken: api + "oauth/access_token"),
                    protocols: [.oauth1, .oauth2], ways: [.browser, .pin, .tokens], signatureMethod: "HMAC-SHA1",
                    appNeed: need, appProofs: [.signature, .token], namesLimits: false)),
            apps: apps)
    }
}
