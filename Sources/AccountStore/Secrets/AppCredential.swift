import AccountModel
import SecretBytes

/// What an app signs with.
struct AppCredential: Sendable {
    var consumerKey: String
    var consumerSecret: SharedSecret
    /// The callback that was registered with the service; not a secret. An empty one is none.
    var callback: String?
    private var others: [(name: String, json: SharedSecret)] = []

    init(consumerKey: String, consumerSecret: SharedSecret, callback: String? = nil) {
        self.consumerKey = consumerKey
        self.consumerSecret = consumerSecret
        self.callback = callback
    }

    /// Reads the stored form. Throws `notConfigured` for one that is damaged or of a later release.
    init(_ secret: SharedSecret, of name: RecordName) throws(BrokerError) {
        let line = try SecretLine(secret, texts: ["consumer_key", "consumer_secret", "callback"], of: name)
        guard let key = line.text("consumer_key"), !key.isEmpty else { throw name.damaged("has no consumer_key") }
        guard let secret = line.values["consumer_secret"] else { throw name.damaged("has no consumer_secret") }
        consumerKey = key
        consumerSecret = secret
        callback = line.text("callback")
        others = line.others
    }

    /// Takes over what `older` has beside key and secret.
    func keepingOthers(of older: AppCredential) -> AppCredential {
        var copy = self
        copy.callback = callback ?? older.callback
        copy.others = older.others
        return copy
    }

    /// The stored form: one line of JSON.
    func line() -> SharedSecret {
        var line = JSONLine()
        line.add("version", SecretLine.version)
        line.add("consumer_key", consumerKey)
        line.add("consumer_secret", consumerSecret)
        if let callback, !callback.isEmpty { line.add("callback", callback) }
        for other in others { line.add(other.name, raw: other.json) }
        return line.finish()
    }
}
