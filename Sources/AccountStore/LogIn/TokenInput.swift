import AccountModel
import FoundationEssentials
import OAuth
import SecretBytes

/// Ready tokens as a person or a script gives them: a form, or a JSON object with the same names.
struct TokenInput {
    /// What was given, of one protocol or the other.
    enum Tokens {
        /// `oauth_token` and `oauth_token_secret`.
        case signing(ReceivedToken)
        /// `access_token`, and what belongs to it.
        case bearer(BearerToken)
    }

    let tokens: Tokens
    /// Consumer key and secret, or client id and secret, where they were given too.
    let app: AppCredential?
    private(set) var userID: String?
    private(set) var username: String?

    /// - Parameter now: what `expires_in` counts from.
    ///
    /// Throws `inputRefused` with what is missing or wrong, and never with any of it.
    init(_ input: SharedSecret, now: Date) throws(BrokerError) {
        let values = TokenValues(try input.withSpan { (bytes) throws(BrokerError) in try TokenInput.values(in: bytes) })
        if values["access_token"] != nil {
            let token = try BearerToken(values, now: now)
            app = token.clientID.map {
                AppCredential(consumerKey: $0, consumerSecret: token.clientSecret, logInProtocol: .oauth2)
            }
            tokens = .bearer(token)
        } else {
            tokens = .signing(
                ReceivedToken(token: try values.need("oauth_token"), secret: try values.need("oauth_token_secret")))
            app = try TokenInput.consumer(values)
        }
        if let id = values.text("user_id") {
            guard let id = PersonName.id(id) else { throw TokenInput.refused("has a user_id that is none") }
            userID = id
        }
        if let name = values.text("screen_name") {
            guard let name = PersonName.name(name) else { throw TokenInput.refused("has a screen_name that is none") }
            username = name
        }
    }

    /// What came in another way.
    init(_ tokens: Tokens, app: AppCredential?, username: String?) {
        self.tokens = tokens
        self.app = app
        self.username = username
    }

    private static func consumer(_ values: TokenValues) throws(BrokerError) -> AppCredential? {
        if let key = values.text("consumer_key") {
            return AppCredential(consumerKey: key, consumerSecret: try values.need("consumer_secret"))
        }
        guard values["consumer_secret"] == nil else {
            throw TokenInput.refused("has a consumer_secret and no consumer_key")
        }
        return nil
    }

    fileprivate static func refused(_ what: String) -> BrokerError {
        BrokerError(
            .inputRefused, "what was given as tokens \(what); nothing was stored",
            nextStep: "give oauth_token=…&oauth_token_secret=… or access_token=…, or the same as a JSON object")
    }

    private static func values(in bytes: Span<UInt8>) throws(BrokerError) -> [String: SharedSecret] {
        let first = bytes.indices.first { !isBlank(bytes[$0]) }
        let values = first.map { bytes[$0] == UInt8(ascii: "{") } == true ? try json(bytes) : try form(bytes)
        for (name, value) in values where value.withSpan({ hasControlByte($0) }) {
            throw refused("has a control character in \(OneLine.visible(name, length: 40))")
        }
        return values
    }

    private static func form(_ bytes: Span<UInt8>) throws(BrokerError) -> [String: SharedSecret] {
        guard !hasControlByte(bytes) else { throw refused("has a control character inside") }
        return try unique(FormFields(scanning: bytes).fields)
    }

    private static func json(_ bytes: Span<UInt8>) throws(BrokerError) -> [String: SharedSecret] {
        guard let members = try? JSONText.members(of: bytes) else { throw refused("is not valid JSON") }
        var values: [(name: String, value: SharedSecret)] = []
        for member in members where names.contains(member.name) {
            if let text = JSONText.secret(bytes, member.value) {
                values.append((member.name, text))
            } else if numbers.contains(member.name), JSONText.digits(bytes, member.value) != nil {
                values.append((member.name, SharedSecret(SecretBytes(copying: bytes.extracting(member.value)))))
            } else if member.value.count != 4 || JSONText.raw(bytes, member.value) != Array("null".utf8) {
                throw refused("has something else than text as \(member.name)")
            }
        }
        return try unique(values)
    }

    /// What is read; anything else that stands there is passed over, since services put more into their answers.
    private static let names: Set = [
        "oauth_token", "oauth_token_secret", "consumer_key", "consumer_secret", "access_token", "refresh_token",
        "token_type", "client_id", "client_secret", "scope", "expires_in", "expires", "user_id", "screen_name",
    ]
    /// Those that services write without quotes as well.
    private static let numbers: Set = ["expires_in", "user_id"]

    /// Throws for a name that stands there twice: which one is meant is not to be guessed.
    private static func unique(
        _ values: [(name: String, value: SharedSecret)]
    ) throws(BrokerError) -> [String: SharedSecret] {
        var unique: [String: SharedSecret] = [:]
        for (name, value) in values where names.contains(name) {
            guard unique.updateValue(value, forKey: name) == nil else { throw refused("has \(name) more than once") }
        }
        return unique
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private static func hasControlByte(_ bytes: Span<UInt8>) -> Bool {
        bytes.indices.contains { bytes[$0] < 0x20 || bytes[$0] == 0x7F }
    }
}

/// The values that were given, by their names.
private struct TokenValues {
    private let values: [String: SharedSecret]

    init(_ values: [String: SharedSecret]) {
        self.values = values
    }

    subscript(name: String) -> SharedSecret? { values[name] }

    func need(_ name: String) throws(BrokerError) -> SharedSecret {
        guard let value = values[name], !value.isEmpty else { throw TokenInput.refused("has no \(name)") }
        return value
    }

    /// What is no secret.
    func text(_ name: String) -> String? {
        values[name].flatMap { $0.withSpan { String(validating: JSONText.raw($0, 0..<$0.count), as: UTF8.self) } }
            .flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension BearerToken {
    fileprivate init(_ values: TokenValues, now: Date) throws(BrokerError) {
        if let type = values.text("token_type"), type.lowercased() != "bearer" {
            throw TokenInput.refused("has a token_type that is not bearer")
        }
        let secret = values["client_secret"].flatMap { $0.isEmpty ? nil : $0 }
        let id = values.text("client_id")
        guard id != nil || secret == nil else { throw TokenInput.refused("has a client_secret and no client_id") }
        self.init(
            clientID: id, clientSecret: secret, accessToken: try values.need("access_token"),
            refreshToken: values["refresh_token"].flatMap { $0.isEmpty ? nil : $0 },
            scope: values.text("scope"))
        if let text = values.text("expires_in") {
            guard let seconds = Int(text), 0...TokenAnswer.longestLife ~= seconds else {
                throw TokenInput.refused("has an expires_in that is no number of seconds")
            }
            issued = now
            // As in a service's own answer, none is not a life.
            if seconds > 0 { expires = now.addingTimeInterval(Double(seconds)) }
        } else if let text = values.text("expires") {
            guard let date = StoredTime.date(text) else {
                throw TokenInput.refused("has an expires that is no time such as 2030-01-31T12:00:00Z")
            }
            expires = date
        }
    }
}
