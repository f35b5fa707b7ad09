import AccountModel
import SecretBytes

/// What an app shows to be itself.
struct AppCredential: Sendable {
    /// In OAuth 2.0 the client id.
    var consumerKey: String
    /// For the RSA methods the private key, as PEM. `nil` for a public app of OAuth 2.0, which has no secret.
    var consumerSecret: SharedSecret?
    var logInProtocol = LogInProtocol.oauth1
    /// The callback that was registered with the service; not a secret. An empty one is none.
    var callback: String?
    private var others: [(name: String, json: SharedSecret)] = []

    init(
        consumerKey: String, consumerSecret: SharedSecret?, logInProtocol: LogInProtocol = .oauth1,
        callback: String? = nil
    ) {
        self.consumerKey = consumerKey
        self.consumerSecret = consumerSecret
        self.logInProtocol = logInProtocol
        self.callback = callback
    }

    /// Reads the stored form. Throws `notConfigured` for one that is damaged or of a later release.
    init(_ secret: SharedSecret, of name: RecordName) throws(BrokerError) {
        let line = try SecretLine(
            secret, texts: ["consumer_key", "consumer_secret", "protocol", "callback"], of: name)
        guard let key = line.text("consumer_key"), !key.isEmpty else { throw name.damaged("has no consumer_key") }
        consumerKey = key
        consumerSecret = line.values["consumer_secret"]
        if let word = line.text("protocol") {
            guard let known = LogInProtocol(rawValue: word) else {
                throw name.damaged("has a protocol that is not known")
            }
            logInProtocol = known
        }
        guard consumerSecret != nil || logInProtocol == .oauth2 else { throw name.damaged("has no consumer_secret") }
        callback = line.text("callback")
        others = line.others
    }

    /// Takes over what `older` has beside key and secret. A callback is registered for one protocol.
    func keepingOthers(of older: AppCredential) -> AppCredential {
        var copy = self
        copy.callback = callback ?? (older.logInProtocol == logInProtocol ? older.callback : nil)
        copy.others = older.others
        return copy
    }

    /// The stored form: one line of JSON.
    func line() -> SharedSecret {
        var line = JSONLine()
        line.add("version", SecretLine.version)
        if logInProtocol != .oauth1 { line.add("protocol", logInProtocol.rawValue) }
        line.add("consumer_key", consumerKey)
        if let consumerSecret { line.add("consumer_secret", consumerSecret) }
        if let callback, !callback.isEmpty { line.add("callback", callback) }
        for other in others { line.add(other.name, raw: other.json) }
        return line.finish()
    }
}
