import OAuth
import SecretBytes

/// What requests are signed with after a log-in by OAuth 1.0a (RFC 5849).
struct SigningKeys: Sendable {
    var consumerKey: String
    /// For the RSA methods the private key, as PEM.
    var consumerSecret: SharedSecret
    var token: SharedSecret
    var tokenSecret: SharedSecret
    var signatureMethod: String

    /// The method where its header is the secret itself.
    var methodThatGivesItAway: String? {
        signatureMethod == SignatureMethod.plaintext.rawValue ? signatureMethod : nil
    }
}
