import AccountModel
import OAuth
import SecretBytes

/// What a keychain holds, as a digest that tells nothing of it: SHA-256 in base64, over its records in any order, with their
/// secrets.
struct CopiedState {
    private var digests: [String] = []

    mutating func add(_ record: Record, secret: SharedSecret) throws(BrokerError) {
        let attributes = record.attributes.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
        let words = [record.schema.rawValue, record.label] + attributes + [try CopiedState.digest(of: secret)]
        // None of them holds a NUL.
        digests.append(try CopiedState.digest(of: words.joined(separator: "\0")))
    }

    /// Of all that was added.
    var digest: String {
        get throws(BrokerError) { try CopiedState.digest(of: digests.sorted().joined(separator: "\n")) }
    }

    private static func digest(of text: String) throws(BrokerError) -> String {
        try digest(of: SharedSecret(SecretBytes(copying: text.utf8)))
    }

    private static func digest(of bytes: SharedSecret) throws(BrokerError) -> String {
        do throws(SigningError) {
            return try bytes.withSpan { (span) throws(SigningError) in
                try BodyHash(of: span, method: .hmacSHA256).value
            }
        } catch {
            throw BrokerError(.failed, "the records could not be compared: \(error)")
        }
    }
}
