/// The hash of a body that is not a form, sent and signed as `oauth_body_hash` (the OAuth Request Body Hash
/// extension, draft-eaton-oauth-bodyhash).
public struct BodyHash: Hashable, Sendable {
    /// In base64.
    public let value: String

    /// Hashes `body` with the function inside the signature method; SHA-1 for PLAINTEXT.
    public init(of body: Span<UInt8>, method: SignatureMethod) throws(SigningError) {
        value = String(decoding: Base64.encode(try method.digest.hash(body)), as: UTF8.self)
    }
}
