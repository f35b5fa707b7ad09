import AccountModel
import OAuth
import SecretBytes

/// The authorization code of RFC 6749, section 4.1, with a proof key (RFC 7636): a question that the browser takes to the
/// service, and a code that comes back and is exchanged at once, since it lives for seconds at some services.
struct CodeLogIn {
    private let plan: LogInPlan
    private let parts: StoreParts

    /// Octets of the state and of the proof key: 256 bits each.
    private static let randomOctets = 32

    init(_ plan: LogInPlan, _ parts: StoreParts) {
        self.plan = plan
        self.parts = parts
    }

    /// The address to visit, and what its answer must fit. Nothing is sent by that.
    func begin(redirectURI: String) throws(BrokerError) -> (url: String, CodeExpectation) {
        guard let client = plan.client, let oauth2 = plan.description.oauth2, let address = oauth2.authorize else {
            throw BrokerError(.notConfigured, "\(plan.service) is described without an address to authorize at")
        }
        let endpoint = try RequestURL(described: address, of: plan.service)
        let key = try proofKey()
        let state = SharedSecret(URLText.encode(parts.clock.randomOctets(CodeLogIn.randomOctets)))
        let request = AuthorizationRequest(
            clientID: client.id, redirectURI: redirectURI, scope: oauth2.scopes, state: state, challenge: key.challenge)
        let expectation = CodeExpectation(
            state: state, verifier: key.verifier, redirectURI: redirectURI,
            endpoints: [endpoint, try RequestURL(described: oauth2.token, of: plan.service)])
        return (request.url(at: endpoint).text, expectation)
    }

    /// Fetches the token that the person allowed.
    func exchange(_ code: SharedSecret, _ expectation: CodeExpectation) async throws(BrokerError) -> ReceivedCredential
    {
        let outcome = try await plan.tokenEndpoint(parts).ask(for: [
            RequestParameter("grant_type", "authorization_code"), RequestParameter("code", secret: code),
            RequestParameter("redirect_uri", expectation.redirectURI),
            RequestParameter("code_verifier", secret: expectation.verifier),
        ])
        return try plan.credential(of: outcome, for: "the code", at: parts.clock.now())
    }

    private func proofKey() throws(BrokerError) -> ProofKey {
        do throws(SigningError) {
            return try ProofKey(octets: parts.clock.randomOctets(CodeLogIn.randomOctets))
        } catch {
            throw BrokerError(.failed, "the log-in cannot be secured: \(error)")
        }
    }
}
