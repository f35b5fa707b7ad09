/// How a request is signed; the raw value is what `oauth_signature_method` says (RFC 5849 section 3.4, and the
/// SHA-2 forms that services have added in the same manner).
public enum SignatureMethod: String, CaseIterable, Hashable, Sendable {
    /// What RFC 5849 (section 3.4.2) has for shared secrets, and every service takes.
    case hmacSHA1 = "HMAC-SHA1"
    /// As HMAC-SHA1, with SHA-224.
    case hmacSHA224 = "HMAC-SHA224"
    /// As HMAC-SHA1, with SHA-256.
    case hmacSHA256 = "HMAC-SHA256"
    /// As HMAC-SHA1, with SHA-384.
    case hmacSHA384 = "HMAC-SHA384"
    /// As HMAC-SHA1, with SHA-512.
    case hmacSHA512 = "HMAC-SHA512"
    /// What RFC 5849 (section 3.4.3) has for a private key of the app.
    case rsaSHA1 = "RSA-SHA1"
    /// As RSA-SHA1, with SHA-256.
    case rsaSHA256 = "RSA-SHA256"
    /// As RSA-SHA1, with SHA-512.
    case rsaSHA512 = "RSA-SHA512"
    /// The secrets themselves are the signature: only over TLS, and never handed to a program.
    case plaintext = "PLAINTEXT"

    /// Has OpenSSL read its configuration and look up its functions, which takes the first signature of a process a
    /// millisecond.
    public static func prepare() {
        // Trouble is for the signature that meets it.
        _ = try? HMAC.code(.sha1, key: [0].span, text: [0].span)
    }

    enum Kind {
        case hmac(MessageDigest)
        case rsa(MessageDigest)
        case plaintext
    }

    var kind: Kind {
        switch self {
        case .hmacSHA1: .hmac(.sha1)
        case .hmacSHA224: .hmac(.sha224)
        case .hmacSHA256: .hmac(.sha256)
        case .hmacSHA384: .hmac(.sha384)
        case .hmacSHA512: .hmac(.sha512)
        case .rsaSHA1: .rsa(.sha1)
        case .rsaSHA256: .rsa(.sha256)
        case .rsaSHA512: .rsa(.sha512)
        case .plaintext: .plaintext
        }
    }

    /// The hash function inside; SHA-1 where there is none.
    var digest: MessageDigest {
        switch kind {
        case .hmac(let digest), .rsa(let digest): digest
        case .plaintext: .sha1
        }
    }
}
