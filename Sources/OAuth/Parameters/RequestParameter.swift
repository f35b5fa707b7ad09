public import SecretBytes

/// One parameter of a request, decoded: a field of a query or form, or a protocol parameter such as `oauth_token`.
///
/// A request has a list of them: order and repeats are kept. Name and value may hold any bytes.
public struct RequestParameter: Sendable {
    /// What a parameter says.
    public enum Value: Sendable {
        /// The name stands alone, without `=`. It is signed as an empty value (RFC 5849 section 3.4.1.3.2).
        case absent
        /// No secret.
        case bytes([UInt8])
        /// A value that nothing prints: a password, a token, a PIN.
        case secret(SharedSecret)
    }

    /// Decoded bytes.
    public var name: [UInt8]
    /// Decoded.
    public var value: Value

    /// Makes a parameter of decoded parts.
    public init(name: [UInt8], value: Value) {
        self.name = name
        self.value = value
    }

    /// A parameter of text; without a value the name stands alone.
    public init(_ name: String, _ value: String?) {
        self.init(name: Array(name.utf8), value: value.map { .bytes(Array($0.utf8)) } ?? .absent)
    }

    /// A parameter whose value is a secret, such as a token.
    public init(_ name: String, secret: SharedSecret) {
        self.init(name: Array(name.utf8), value: .secret(secret))
    }
}

extension RequestParameter.Value {
    /// Lends the bytes to `body`; none where there is no value.
    func withSpan<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch self {
        case .absent: try body([UInt8]().span)
        case .bytes(let bytes): try body(bytes.span)
        case .secret(let secret): try secret.withSpan(body)
        }
    }
}

extension RequestParameter: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `name=value` as it would be sent, with three dots for a credential.
    public var description: String { FormEncoding.text(of: [masked()]) }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Names whose values are credentials even where they came as plain bytes.
    private static let credentialNames = Set(
        [
            "oauth_token", "oauth_token_secret", "oauth_verifier", "oauth_signature", "oauth_consumer_secret",
            "x_auth_password",
            "access_token", "refresh_token", "client_secret", "password", "code", "code_verifier", "device_code",
            "token",
        ].map { Array($0.utf8) })

    /// The same parameter with three dots for a credential: neither a character of it nor its length shows.
    func masked() -> RequestParameter {
        switch value {
        case .absent: return self
        case .bytes where !Self.credentialNames.contains(name): return self
        case .bytes, .secret: return RequestParameter(name: name, value: .bytes(Array("...".utf8)))
        }
    }
}
