import AccountModel
import OAuth
import SecretBytes

/// All that a signature of an account needs, so that one look-up signs.
struct AccountCredential: Sendable {
    var consumerKey: String
    var consumerSecret: SharedSecret
    var token: SharedSecret
    var tokenSecret: SharedSecret
    var signatureMethod: String
    /// The addresses that were in force at the log-in: a description that is edited later leads no token elsewhere.
    var urls: ServiceURLs
    /// Members of a form that this release does not know, kept as they stand.
    private var others: [(name: String, json: SharedSecret)] = []
    private var otherURLs: [(name: String, json: SharedSecret)] = []

    init(
        consumerKey: String, consumerSecret: SharedSecret, token: SharedSecret, tokenSecret: SharedSecret,
        signatureMethod: String, urls: ServiceURLs
    ) {
        self.consumerKey = consumerKey
        self.consumerSecret = consumerSecret
        self.token = token
        self.tokenSecret = tokenSecret
        self.signatureMethod = signatureMethod
        self.urls = urls
    }

    /// Takes over what `older` has beside the members known here.
    func keepingOthers(of older: AccountCredential) -> AccountCredential {
        var copy = self
        copy.others = older.others
        copy.otherURLs = older.otherURLs
        return copy
    }
}

extension AccountCredential {
    /// The name of the method where a header made with the credential is the secret itself, so that no program may see
    /// it: PLAINTEXT (RFC 5849, 3.4.4). A bearer token (RFC 6750) is of the same kind.
    var methodThatGivesItAway: String? {
        signatureMethod == SignatureMethod.plaintext.rawValue ? signatureMethod : nil
    }

    private static let texts: Set = ["consumer_key", "consumer_secret", "token", "token_secret", "signature_method"]

    /// Reads the stored form. Throws `notConfigured` for one that is damaged or of a later release.
    init(_ secret: SharedSecret, of name: RecordName) throws(BrokerError) {
        let line = try SecretLine(secret, texts: AccountCredential.texts, objects: ["urls"], of: name)
        func need(_ member: String) throws(BrokerError) -> SharedSecret {
            guard let value = line.values[member] else { throw name.damaged("has no \(member)") }
            return value
        }
        guard let consumerKey = line.text("consumer_key") else { throw name.damaged("has no consumer_key") }
        self.consumerKey = consumerKey
        consumerSecret = try need("consumer_secret")
        token = try need("token")
        tokenSecret = try need("token_secret")
        signatureMethod = line.text("signature_method") ?? "HMAC-SHA1"
        others = line.others
        guard let urls = line.objects["urls"] else { throw name.damaged("has no urls") }
        (self.urls, otherURLs) = try urls.withSpan { (bytes) throws(BrokerError) in
            try ServiceURLs.read(bytes, of: name)
        }
    }

    /// The stored form: one line of JSON.
    func line() -> SharedSecret {
        var line = JSONLine()
        line.add("version", SecretLine.version)
        line.add("consumer_key", consumerKey)
        line.add("consumer_secret", consumerSecret)
        line.add("token", token)
        line.add("token_secret", tokenSecret)
        line.add("signature_method", signatureMethod)
        line.add("urls", raw: urls.line(others: otherURLs))
        for other in others { line.add(other.name, raw: other.json) }
        return line.finish()
    }
}

extension ServiceURLs {
    /// The stored names, in the order in which they are written.
    static var names: [(name: String, value: WritableKeyPath<ServiceURLs, String?>)] {
        [
            ("upload", \.upload), ("request_token", \.requestToken), ("authorize", \.authorize),
            ("access_token", \.accessToken), ("invalidate_token", \.invalidateToken),
        ]
    }

    fileprivate static func read(
        _ bytes: Span<UInt8>, of name: RecordName
    ) throws(BrokerError) -> (ServiceURLs, [(name: String, json: SharedSecret)]) {
        guard let members = try? JSONText.members(of: bytes) else { throw name.damaged("has urls that are no object") }
        var urls = ServiceURLs(api: "")
        var others: [(name: String, json: SharedSecret)] = []
        for member in members {
            let text = JSONText.text(bytes, member.value)
            if member.name == "api", let text {
                urls.api = text
            } else if let known = names.first(where: { $0.name == member.name }) {
                urls[keyPath: known.value] = text.flatMap { $0.isEmpty ? nil : $0 }
            } else {
                others.append((member.name, SharedSecret(SecretBytes(copying: bytes.extracting(member.value)))))
            }
        }
        guard !urls.api.isEmpty else { throw name.damaged("has no urls.api") }
        return (urls, others)
    }

    fileprivate func line(others: [(name: String, json: SharedSecret)]) -> SharedSecret {
        var line = JSONLine()
        line.add("api", api)
        for known in ServiceURLs.names { line.add(known.name, self[keyPath: known.value]) }
        for other in others { line.add(other.name, raw: other.json) }
        return line.finish()
    }
}
