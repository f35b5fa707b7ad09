public import SecretBytes

/// The question that the browser takes to the service: may this app have access (RFC 6749, section 4.1.1)?
public struct AuthorizationRequest: Sendable {
    /// The address of a service that shows the code on a page of its own.
    public static let outOfBand = "urn:ietf:wg:oauth:2.0:oob"

    /// The app's id.
    public var clientID: String
    /// Where the browser is sent with the answer; ``outOfBand`` where the page is to show it.
    public var redirectURI: String
    /// What is asked for, with blanks between; empty for the service's own choice.
    public var scope: String
    /// Comes back with the answer, and tells it from that to another question (RFC 6749, section 10.12).
    public var state: SharedSecret
    /// The challenge of the ``ProofKey``.
    public var challenge: String

    /// Makes a question of its parts.
    public init(clientID: String, redirectURI: String, scope: String, state: SharedSecret, challenge: String) {
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.scope = scope
        self.state = state
        self.challenge = challenge
    }

    /// The address to visit; what the service's own address has in its query stays.
    public func url(at endpoint: RequestURL) -> RequestURL {
        var parameters = [
            RequestParameter("response_type", "code"), RequestParameter("client_id", clientID),
            RequestParameter("redirect_uri", redirectURI),
        ]
        if !scope.isEmpty { parameters.append(RequestParameter("scope", scope)) }
        return endpoint.adding(
            parameters + [
                RequestParameter("state", secret: state), RequestParameter("code_challenge", challenge),
                RequestParameter("code_challenge_method", ProofKey.method),
            ])
    }
}
