import AccountModel
import SecretBytes

/// What an app signs with.
struct AppCredential: Sendable {
    var consumerKey: String
    var consumerSecret: SharedSecret
    private var others: [(name: String, json: SharedSecret)] = []

    init(consumerKey: String, consumerSecret: SharedSecret) {
        self.consumerKey = consumerKey
        self.consumerSecret = consumerSecret
    }

    /// Reads the stored form. Throws `notConfigured` for one that is damaged or of a later release.
    init(_ secret: SharedSecret, of name: RecordName) throws(BrokerError) {
        let line = try SecretLine(secret, texts: ["consumer_key", "consumer_secret"], of: name)
        guard let key = line.text("consumer_key"), !key.isEmpty else { throw name.damaged("has no consumer_key") }
        guard let secret = line.values["consumer_secret"] else { throw name.damaged("has no consumer_secret") }
        consumerKey = key
        consumerSecret = secret
        others = line.others
    }

    /// Takes over what `older` has beside the members known here.
    func keepingOthers(of older: AppCredential) -> AppCredential {
        var copy = self
        copy.others = older.others
        return copy
    }

    /// The stored form: one line of JSON.
    func line() -> SharedSecret {
        var line = JSONLine()
        line.add("version", SecretLine.version)
        line.add("consumer_key", consumerKey)
        line.add("consumer_secret", consumerSecret)
        for other in others { line.add(other.name, raw: other.json) }
        return line.finish()
    }
}
