/// The protocol parameters of one request with their signature, to be sent in exactly one of three ways
/// (RFC 5849 section 3.5):
///
/// - in a header: ``AuthorizationHeader``;
/// - in a form body: `FormEncoding.encode(fields + signed.parameters)`, `fields` being those that were signed;
/// - in the query: `url.adding(signed.parameters)`, `url` being the one that was signed.
public struct SignedParameters: Sendable {
    /// In the order of sending, `oauth_signature` last.
    public let parameters: [RequestParameter]

    init(_ parameters: [RequestParameter]) {
        self.parameters = parameters
    }
}
