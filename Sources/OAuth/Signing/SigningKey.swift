public import SecretBytes

/// What a request is signed with: the two shared secrets, or the client's RSA key.
public struct SigningKey: ~Copyable, Sendable {
    private enum Material: ~Copyable, Sendable {
        /// Both secrets percent-encoded and joined by `&` (RFC 5849 section 3.4.2).
        case shared(SecretBytes)
        case rsa(PrivateKey)
    }

    private let material: Material

    /// Joins the secrets; an empty token secret stands for none. Neither argument is kept.
    public init(clientSecret: borrowing SecretBytes, tokenSecret: borrowing SecretBytes) {
        var key = SecretBytes(capacity: 3 * (clientSecret.count + tokenSecret.count) + 1)
        clientSecret.withSpan { key.append(percentEncoding: $0) }
        key.append(UInt8(ascii: "&"))
        tokenSecret.withSpan { key.append(percentEncoding: $0) }
        material = .shared(key)
    }

    /// The key before there is a token.
    public init(clientSecret: borrowing SecretBytes) {
        self.init(clientSecret: clientSecret, tokenSecret: SecretBytes())
    }

    /// Reads the client's private key, PKCS #1 or PKCS #8. Throws when it is encrypted, no PEM key, or not RSA.
    public init(rsaPrivateKey pem: borrowing SecretBytes) throws(SigningError) {
        material = .rsa(try PrivateKey(pem: pem))
    }

    /// Throws as ``init(rsaPrivateKey:)`` does, and keeps nothing.
    ///
    /// A key that another module makes and drops unused would be destroyed there by its private parts, which the optimised
    /// program then fails to link (Swift 6.3.1); so that is done here, and not inlined.
    @inline(never)
    public static func check(rsaPrivateKey pem: borrowing SecretBytes) throws(SigningError) {
        _ = try PrivateKey(pem: pem)
    }

    borrowing func fits(_ method: SignatureMethod) -> Bool {
        switch (method.kind, isRSA) {
        case (.rsa, true), (.hmac, false), (.plaintext, false): true
        default: false
        }
    }

    /// The value of `oauth_signature` for a base string; with PLAINTEXT a secret.
    borrowing func signature(
        of baseString: Span<UInt8>, method: SignatureMethod
    ) throws(SigningError) -> RequestParameter.Value {
        switch material {
        case .shared(let secrets):
            switch method.kind {
            case .hmac(let digest):
                let code = try secrets.withSpan { (key) throws(SigningError) in
                    try HMAC.code(digest, key: key, text: baseString)
                }
                return .bytes(Base64.encode(code))
            case .plaintext: return .secret(SharedSecret(secrets.duplicate()))
            case .rsa: throw .keyDoesNotFit(method)
            }
        case .rsa(let key):
            guard case .rsa(let digest) = method.kind else { throw .keyDoesNotFit(method) }
            return .bytes(Base64.encode(try key.signature(of: baseString, digest: digest)))
        }
    }

    private var isRSA: Bool {
        switch material {
        case .rsa: true
        case .shared: false
        }
    }
}

extension SecretBytes {
    fileprivate mutating func append(percentEncoding bytes: Span<UInt8>) {
        for index in bytes.indices { PercentEncoding.encode(bytes[index]) { append($0) } }
    }
}
