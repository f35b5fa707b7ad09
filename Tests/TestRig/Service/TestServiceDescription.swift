/// A description of the test service, as acctstore keeps it in `services/NAME.conf`.
package struct TestServiceDescription: Sendable {
    package enum Dialect: String, Sendable {
        case twitter11 = "twitter-1.1"
        case twitter2 = "twitter-2"
    }

    package var dialect: Dialect
    /// With its final slash.
    package var base: String
    /// Where the API lies below the base, such as `api/` for GNU social.
    package var api: String
    /// Whether an app of OAuth 1.0a has a token of its own, as at X, instead of signing alone.
    package var givesAppTokens = false
    /// What to say of OAuth 2.0, in place of OAuth 1.0a.
    package var oauth2: OAuth2?

    package struct OAuth2: Sendable {
        /// The group's lines beside those with addresses.
        package var lines: String
        /// The keys whose addresses are left out.
        package var without: Set<String>

        package init(_ lines: String = "scopes=read write", without: Set<String> = []) {
            self.lines = lines
            self.without = without
        }
    }

    package init(_ dialect: Dialect, base: String, api: String = "") {
        self.dialect = dialect
        self.base = base
        self.api = api
    }

    package var text: String {
        """
        [service]
        title=Local test server
        dialect=\(dialect.rawValue)
        api=\(base)\(api)
        upload=\(base)upload/
        \(logIn)
        [text]
        limit=280
        counting=weighted
        url-length=23

        """
    }

    private var logIn: String {
        guard let oauth2 else {
            return """
                [oauth1]
                request-token=\(base)oauth/request_token
                authorize=\(base)oauth/authorize
                access-token=\(base)oauth/access_token
                invalidate-token=\(base)1.1/oauth/invalidate_token.json
                xauth=true
                callback=any
                signature-method=HMAC-SHA1
                \(givesAppTokens ? "app-token=\(base)oauth2/token" : "")
                """
        }
        let addresses = ["authorize", "token", "revoke", "device"].filter { !oauth2.without.contains($0) }
        return "[oauth2]\n" + addresses.map { "\($0)=\(base)oauth2/\($0)\n" }.joined() + oauth2.lines
    }
}

extension TemporaryFolder {
    /// Describes a service to the programs whose home is in this folder.
    package func describe(_ name: String, _ description: TestServiceDescription) throws(RigError) {
        try write(description.text, to: "home/.config/acctstore/services/\(name).conf")
    }
}
