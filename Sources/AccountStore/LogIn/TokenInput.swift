import AccountModel
import OAuth
import SecretBytes

/// Ready tokens as a person or a script gives them: a form, or a JSON object with the same names.
struct TokenInput {
    private(set) var received: ReceivedToken
    /// Consumer key and secret, where they were given too.
    private(set) var app: AppCredential?

    /// Throws `inputRefused` with what is missing or wrong, and never with any of it.
    init(_ input: SharedSecret) throws(BrokerError) {
        let values = try input.withSpan { (bytes) throws(BrokerError) in try TokenInput.values(in: bytes) }
        func need(_ name: String) throws(BrokerError) -> SharedSecret {
            guard let value = values[name], !value.isEmpty else {
                throw TokenInput.refused("has no \(name)")
            }
            return value
        }
        func text(_ name: String) -> String? {
            values[name].flatMap { $0.withSpan { String(validating: JSONText.raw($0, 0..<$0.count), as: UTF8.self) } }
                .flatMap { $0.isEmpty ? nil : $0 }
        }
        received = ReceivedToken(token: try need("oauth_token"), secret: try need("oauth_token_secret"))
        if let id = text("user_id") {
            guard let id = PersonName.id(id) else { throw TokenInput.refused("has a user_id that is none") }
            received.userID = id
        }
        if let name = text("screen_name") {
            guard let name = PersonName.name(name) else { throw TokenInput.refused("has a screen_name that is none") }
            received.username = name
        }
        if let key = text("consumer_key") {
            app = AppCredential(consumerKey: key, consumerSecret: try need("consumer_secret"))
        } else if values["consumer_secret"] != nil {
            throw TokenInput.refused("has a consumer_secret and no consumer_key")
        }
    }

    private static func refused(_ what: String) -> BrokerError {
        BrokerError(
            .inputRefused, "what was given as tokens \(what); nothing was stored",
            nextStep: "give oauth_token=…&oauth_token_secret=…, or the same as a JSON object")
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
        let fields = FormFields(scanning: bytes).fields
        return Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
    }

    private static func json(_ bytes: Span<UInt8>) throws(BrokerError) -> [String: SharedSecret] {
        guard let members = try? JSONText.members(of: bytes) else { throw refused("is not valid JSON") }
        var values: [String: SharedSecret] = [:]
        for member in members {
            if let text = JSONText.secret(bytes, member.value) {
                values[member.name] = text
            } else if JSONText.digits(bytes, member.value) != nil {
                values[member.name] = SharedSecret(SecretBytes(copying: bytes.extracting(member.value)))
            }
        }
        return values
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private static func hasControlByte(_ bytes: Span<UInt8>) -> Bool {
        bytes.indices.contains { bytes[$0] < 0x20 || bytes[$0] == 0x7F }
    }
}
