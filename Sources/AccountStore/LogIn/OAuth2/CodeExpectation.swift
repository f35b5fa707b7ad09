import OAuth
import SecretBytes

/// What is kept of a log-in by OAuth 2.0 while the person is at the service's page.
struct CodeExpectation: Sendable {
    /// Tells the answer to this question from any other.
    let state: SharedSecret
    /// Goes with the code when it is exchanged (RFC 7636).
    let verifier: SharedSecret
    /// Where the browser is sent; it is told again when the code is exchanged.
    let redirectURI: String
    /// The addresses of the service at which it is known.
    let endpoints: [RequestURL]

    /// Whether the page shows the code.
    var isShownOnPage: Bool { redirectURI == AuthorizationRequest.outOfBand }

    /// Whether an issuer that an answer names (RFC 9207) can be the service: at its very scheme, host and port. Services
    /// that share them cannot be told apart.
    func isIssuer(_ text: String) -> Bool {
        guard let issuer = try? RequestURL(text) else { return false }
        return endpoints.contains {
            $0.scheme == issuer.scheme && $0.host == issuer.host && $0.port == issuer.port
        }
    }
}
