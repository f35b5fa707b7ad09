/// Why a request could not be signed.
public enum SigningError: Error, Hashable, Sendable {
    /// The app has no consumer key (`oauth_consumer_key`).
    case emptyClientKey
    /// An RSA method needs a private key, every other method the shared secrets.
    case keyDoesNotFit(SignatureMethod)
    /// Every method but PLAINTEXT needs timestamp and nonce (RFC 5849 section 3.3).
    case stampMissing(SignatureMethod)
    /// The bytes are no PEM private key, or the key is encrypted.
    case privateKeyUnreadable
    /// The key is of another kind, such as an elliptic curve's.
    case privateKeyNotRSA
    /// A realm may hold printable ASCII only.
    case realmNotSendable
    /// OpenSSL refused this step: a key that is too short for the digest, a configuration without the algorithm, or
    /// no memory.
    case cryptographyFailed(String)
}

extension SigningError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .emptyClientKey: "the app's consumer key is empty"
        case .keyDoesNotFit(let method): "the key is not of the kind that \(method.rawValue) needs"
        case .stampMissing(let method): "\(method.rawValue) needs a timestamp and a nonce"
        case .privateKeyUnreadable: "the private key is not an unencrypted PEM key"
        case .privateKeyNotRSA: "the private key is not an RSA key"
        case .realmNotSendable: "the realm has a character other than printable ASCII"
        case .cryptographyFailed(let step): "OpenSSL refused to sign (\(step))"
        }
    }
}
