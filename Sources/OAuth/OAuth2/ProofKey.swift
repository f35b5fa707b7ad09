public import SecretBytes

/// What ties an authorization code to the program that asked for it (PKCE, RFC 7636): whoever else gets hold of the code
/// cannot exchange it.
public struct ProofKey: Sendable {
    /// The only method that is used: it gives nothing of the verifier away.
    public static let method = "S256"

    /// Sent with the code, and a secret until then.
    public let verifier: SharedSecret
    /// Sent with the question: `base64url(SHA-256(verifier))`.
    public let challenge: String

    /// - Parameter octets: fresh random ones; 32 are what RFC 7636, section 4.1, recommends.
    ///
    /// Throws where there is no SHA-256.
    public init(octets: borrowing SecretBytes) throws(SigningError) {
        try self.init(verifier: SharedSecret(URLText.encode(octets)))
    }

    /// - Parameter verifier: 43 to 128 unreserved characters.
    public init(verifier: SharedSecret) throws(SigningError) {
        self.verifier = verifier
        let digest = try verifier.withSpan { (bytes) throws(SigningError) in try MessageDigest.sha256.hash(bytes) }
        challenge = String(decoding: Base64.encode(digest).compactMap(URLText.letter), as: UTF8.self)
    }
}

/// Octets as text for a URL: base64 with `-` and `_`, without padding (RFC 4648, section 5).
public enum URLText {
    /// Encodes a secret, in memory that is zeroed.
    public static func encode(_ octets: borrowing SecretBytes) -> SecretBytes {
        let base64 = octets.withSpan { Base64.encode($0) }
        var text = SecretBytes(capacity: base64.count)
        base64.withSpan { bytes in
            for index in bytes.indices {
                if let letter = letter(bytes[index]) { text.append(letter) }
            }
        }
        return text
    }

    /// The letter of base64url for one of base64; `nil` for padding.
    fileprivate static func letter(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        case UInt8(ascii: "="): nil
        default: byte
        }
    }
}
