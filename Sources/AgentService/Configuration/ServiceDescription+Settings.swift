import AccountModel
import AccountStore

extension ServiceDescription {
    static let schema: SettingsSchema = [
        "service": ["title", "dialect", "api", "upload", "base", "identity", "identity-method"],
        "oauth1": [
            "request-token", "authorize", "authorize-parameters", "access-token", "invalidate-token", "xauth",
            "callback", "app-token", "signature-method", "anonymous",
        ],
        "oauth2": [
            "authorize", "token", "revoke", "device", "register", "scopes", "client-auth", "callback", "oob",
            "client-credentials", "app-scopes",
        ],
        "text": ["limit", "counting", "url-length", "ask"],
    ]

    private static let signatureMethods = [
        "HMAC-SHA1", "HMAC-SHA224", "HMAC-SHA256", "HMAC-SHA384", "HMAC-SHA512", "RSA-SHA1", "RSA-SHA256",
        "RSA-SHA512", "PLAINTEXT",
    ]

    /// - Parameter known: the built-in description of the same service, whose values hold where the file has none.
    /// - Throws: `notConfigured` with file, group and key for what is missing, unknown or not understood.
    init(
        _ settings: Settings, of service: Service, over known: ServiceDescription?
    ) throws(BrokerError) {
        try settings.check(against: ServiceDescription.schema)
        guard let api = try settings.base("api", in: "service") ?? known?.urls.api else {
            throw settings.error("api", in: "service", "the base URL of the service is missing")
        }
        let upload = try settings.base("upload", in: "service") ?? known?.urls.upload
        let atAuthorize = try settings.authorizeParameters()
        self.init(
            profile: try ServiceProfile(settings, of: service, api: api, upload: upload, over: known?.profile),
            urls: try ServiceURLs(settings, api: api, upload: upload, over: known?.urls),
            oauth2: try OAuth2Endpoints(settings, over: known?.oauth2),
            offersXAuth: try settings.flag("xauth", in: "oauth1") ?? known?.offersXAuth ?? false,
            callback: try settings.choice("callback", in: "oauth1") ?? known?.callback ?? .any,
            authorizeParameters: atAuthorize?.known ?? known?.authorizeParameters ?? [],
            appToken: try settings.url("app-token", in: "oauth1") ?? known?.appToken,
            signatureMethod: try settings.choice(
                "signature-method", in: "oauth1", among: ServiceDescription.signatureMethods)
                ?? known?.signatureMethod ?? "HMAC-SHA1",
            source: settings.path)
        fixedAuthorizeParameters = atAuthorize?.fixed ?? known?.fixedAuthorizeParameters ?? []
        takesAnonymousApp = try settings.flag("anonymous", in: "oauth1") ?? known?.takesAnonymousApp ?? false
        identity = try IdentityQuestion(settings, over: known?.identity)
        limitAddresses = try settings.urls("ask", in: "text") ?? known?.limitAddresses ?? []
    }
}

extension IdentityQuestion {
    fileprivate init?(_ settings: Settings, over known: IdentityQuestion?) throws(BrokerError) {
        let method = try settings.choice("identity-method", in: "service", among: ["GET", "POST"])
        guard let url = try settings.url("identity", in: "service") ?? known?.url else { return nil }
        self.init(method: method ?? known?.method ?? "GET", url: url)
    }
}

extension Settings {
    /// Words that are known, and `NAME=VALUE`, with blanks between.
    fileprivate func authorizeParameters() throws(BrokerError) -> (
        known: Set<ServiceDescription.AuthorizeParameter>, fixed: [Parameter]
    )? {
        let (key, group) = ("authorize-parameters", "oauth1")
        guard let words = text(key, in: group)?.split(separator: " ") else { return nil }
        var (known, fixed): (Set<ServiceDescription.AuthorizeParameter>, [Parameter]) = ([], [])
        for word in words {
            if let parameter = ServiceDescription.AuthorizeParameter(rawValue: String(word)) {
                known.insert(parameter)
            } else if let equals = word.firstIndex(of: "="), equals > word.startIndex, !word.hasPrefix("oauth_") {
                fixed.append(Parameter(String(word[..<equals]), String(word[word.index(after: equals)...])))
            } else {
                let names = ServiceDescription.AuthorizeParameter.allCases.map(\.rawValue).joined(separator: ", ")
                throw error(key, in: group, "\(shown(word)) is none of \(names), and no NAME=VALUE")
            }
        }
        return (known, fixed)
    }
}

extension OAuth2Endpoints {
    /// `nil` where neither the file nor what is built in has an address.
    fileprivate init?(_ settings: Settings, over known: OAuth2Endpoints?) throws(BrokerError) {
        let group = "oauth2"
        let token = try settings.url("token", in: group) ?? known?.token
        self.init(
            authorize: try settings.url("authorize", in: group) ?? known?.authorize, token: token ?? "",
            revoke: try settings.url("revoke", in: group) ?? known?.revoke,
            device: try settings.url("device", in: group) ?? known?.device,
            registration: try settings.url("register", in: group) ?? known?.registration,
            scopes: try settings.scopes("scopes", in: group) ?? known?.scopes ?? "",
            clientAuthentication: try settings.choice("client-auth", in: group) ?? known?.clientAuthentication
                ?? .basic,
            callback: try settings.choice("callback", in: group) ?? known?.callback ?? .any,
            showsCode: try settings.flag("oob", in: group) ?? known?.showsCode ?? false,
            givesAppTokens: try settings.flag("client-credentials", in: group) ?? known?.givesAppTokens ?? true,
            appScopes: try settings.scopes("app-scopes", in: group) ?? known?.appScopes ?? "")
        guard token == nil else { return }
        // A log-in by browser and one by a code for another device both end there.
        guard authorize == nil, device == nil, revoke == nil else {
            throw settings.error("token", in: group, "missing")
        }
        return nil
    }
}

extension Settings {
    /// Words as RFC 6749, section 3.3, has them, with one blank between.
    fileprivate func scopes(_ key: String, in group: String) throws(BrokerError) -> String? {
        guard let text = text(key, in: group) else { return nil }
        let words = text.split { $0 == " " || $0 == "\t" }
        let isPlain = words.allSatisfy { word in
            word.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        }
        guard isPlain else { throw error(key, in: group, "\(shown(text)) are no words with blanks between") }
        return words.joined(separator: " ")
    }
}

extension ServiceProfile {
    fileprivate init(
        _ settings: Settings, of service: Service, api: String, upload: String?, over known: ServiceProfile?
    ) throws(BrokerError) {
        let dialects: [Dialect] = [.twitter11, .twitter2, .mastodon, .none]
        let dialect = try settings.choice("dialect", in: "service", among: dialects.map(\.rawValue))
        let countings: [Counting] = [.weighted, .codepoints, .mastodon]
        let counting = try settings.choice("counting", in: "text", among: countings.map(\.rawValue))
        guard let dialect = dialect.flatMap(Dialect.init) ?? known?.dialect else {
            throw settings.error("dialect", in: "service", "missing; 'none' is for a service that is only signed for")
        }
        self.init(
            service: service,
            title: settings.text("title", in: "service", keepsComments: true) ?? known?.title ?? service.description,
            dialect: dialect, api: api, upload: upload,
            textLimit: try settings.number("limit", in: "text", within: 1...1_000_000) ?? known?.textLimit ?? 280,
            counting: counting.flatMap(Counting.init) ?? known?.counting ?? .weighted,
            urlLength: try settings.number("url-length", in: "text", within: 1...1000) ?? known?.urlLength ?? 23)
    }
}

extension ServiceURLs {
    fileprivate init(
        _ settings: Settings, api: String, upload: String?, over known: ServiceURLs?
    ) throws(BrokerError) {
        self.init(
            api: api, upload: upload,
            requestToken: try settings.url("request-token", in: "oauth1") ?? known?.requestToken,
            authorize: try settings.url("authorize", in: "oauth1") ?? known?.authorize,
            accessToken: try settings.url("access-token", in: "oauth1") ?? known?.accessToken,
            invalidateToken: try settings.url("invalidate-token", in: "oauth1") ?? known?.invalidateToken)
        // Without an access token no log-in ends; a PIN log-in goes by all three.
        if settings.holds("oauth1") && accessToken == nil {
            throw settings.error("access-token", in: "oauth1", "missing")
        }
        if requestToken != nil && authorize == nil { throw settings.error("authorize", in: "oauth1", "missing") }
        if requestToken == nil && authorize != nil { throw settings.error("request-token", in: "oauth1", "missing") }
    }
}
