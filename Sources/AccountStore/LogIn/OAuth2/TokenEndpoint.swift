import AccountModel
import FoundationEssentials
import OAuth
import SecretBytes

/// Where a service gives tokens for a code, for a refresh token, or for a code that was typed on another device.
struct TokenEndpoint: Sendable {
    let parts: StoreParts
    let service: Service
    let address: String
    let client: OAuth2Client

    /// What came of asking.
    enum Outcome: Sendable {
        case granted(TokenAnswer)
        case refused(OAuth2Refusal)
        /// An answer of success that is none, with the reason and the status.
        case unusable(String)
    }

    /// Asks once. What is asked for may be used up by that, whatever comes back.
    ///
    /// - Parameters:
    ///   - grant: `grant_type` and what belongs to it.
    ///   - usesUp: whether it is to be told apart whether it may be used up: then an answer that is lost is
    ///     `outcomeUnknown`.
    ///
    /// Throws `unavailable` where there is no answer, and as ``ServiceCall/send(_:_:form:protocolParameters:)`` does.
    func ask(for grant: [RequestParameter], usesUp: Bool = false) async throws(BrokerError) -> Outcome {
        let call = ServiceCall(parts: parts, proof: client.proof, service: service, usesUp: usesUp)
        let answer = try await call.send("POST", address, form: grant + client.parameters)
        guard answer.isSuccess else { return .refused(OAuth2Refusal(answer)) }
        do throws(TokenAnswer.Unusable) {
            return .granted(try answer.body.withSpan { (body) throws(TokenAnswer.Unusable) in try TokenAnswer(body) })
        } catch {
            return .unusable("\(error.reason) (status \(answer.status))")
        }
    }
}

extension LogInPlan {
    /// Where this log-in gets its token.
    func tokenEndpoint(_ parts: StoreParts) throws(BrokerError) -> TokenEndpoint {
        guard let client, let oauth2 = description.oauth2 else {
            throw BrokerError(.notConfigured, "\(service) has no log-in by OAuth 2.0")
        }
        return TokenEndpoint(parts: parts, service: service, address: oauth2.token, client: client)
    }

    /// What a token endpoint's answer makes of this log-in.
    ///
    /// - Parameter what: was exchanged, for messages: `the code`.
    func credential(
        of outcome: TokenEndpoint.Outcome, for what: String, at now: Date
    ) throws(BrokerError) -> ReceivedCredential {
        switch outcome {
        case .refused(let refusal): throw refusal.error(refusing: what, of: self)
        case .unusable(let reason):
            throw BrokerError(
                .serviceRefused, "\(service) answered \(what) with \(reason); nothing was stored", nextStep: command)
        case .granted(let answer):
            let asked = description.oauth2?.scopes ?? ""
            let token = answer.token(
                clientID: client?.id, clientSecret: client?.secret, asked: asked.isEmpty ? nil : asked, at: now)
            return ReceivedCredential(
                kind: .bearer(token), warning: missingScopes(asked, in: answer.scope))
        }
    }

    /// The person, or the service, may have allowed less than was asked for (RFC 6749, section 3.3).
    private func missingScopes(_ asked: String, in given: String?) -> String? {
        guard let given else { return nil }
        let allowed = Set(given.split { $0 == " " || $0 == "," })
        let missing = asked.split(separator: " ").filter { !allowed.contains($0) }
        guard !missing.isEmpty else { return nil }
        return "\(service) did not allow all that was asked for: \(missing.joined(separator: " ")) is missing"
    }
}
