import AccountModel
import FoundationEssentials
import OAuth
import SecretBytes

/// Has a service give a token to an app itself (RFC 6749, section 4.4): once for all who need it, and another one when that
/// has ended or is refused.
struct AppTokenSource: Sendable {
    private let parts: StoreParts
    /// The app's name.
    private let app: String
    private let secret: SharedSecret
    private let endpoint: TokenEndpoint
    private let scopes: String
    private let trouble: AppTokenTrouble

    /// - Parameters:
    ///   - address: where the service gives tokens.
    ///   - scopes: what is asked for, with blanks between; empty for the service's own choice.
    init(
        _ parts: StoreParts, _ app: LogInApp.Settled, _ secret: SharedSecret,
        authentication: OAuth2Endpoints.ClientAuthentication, at address: String, scopes: String,
        of description: ServiceDescription
    ) {
        self.parts = parts
        self.app = app.name
        self.secret = secret
        self.scopes = scopes
        endpoint = TokenEndpoint(
            parts: parts, service: description.service, address: address,
            client: OAuth2Client(id: app.credential.consumerKey, secret: secret, authentication: authentication))
        trouble = AppTokenTrouble(
            service: description.service, app: app.name, logInProtocol: app.credential.logInProtocol,
            source: description.shownSource)
    }

    private var tokens: AppTokens { parts.appTokens }
    private var kept: AppTokens.Kept? { tokens.token(for: subject, of: secret) }

    private var subject: AppTokens.Subject {
        AppTokens.Subject(
            service: endpoint.service, address: endpoint.address, clientID: endpoint.client.id, scopes: scopes)
    }

    /// The token for a request that is about to be sent: another one where that which is kept ends soon. Where that other
    /// one cannot be had, the one that is kept serves until it has ended.
    func current() async throws(BrokerError) -> AppTokens.Kept {
        let before = kept
        if let before, !before.token.isDue(at: parts.clock.now()) { return before }
        do throws(BrokerError) {
            return try await fetch { !$0.token.isDue(at: parts.clock.now()) }
        } catch {
            guard let before, !before.token.hasEnded(at: parts.clock.now()) else { throw error }
            return before
        }
    }

    /// - Parameter isGood: whether one that is kept by now will do.
    private func fetch(
        unless isGood: (AppTokens.Kept) -> Bool
    ) async throws(BrokerError) -> AppTokens.Kept {
        let arrival = tokens.failed.moment
        return try await tokens.turns.take(subject) { () async throws(BrokerError) in
            if Task.isCancelled { throw BrokerError(.cancelled, "the request was withdrawn") }
            if let kept, isGood(kept) { return kept }
            let failure = tokens.failed.failure(
                of: subject, sending: secret, since: arrival, mayRepeat: false, at: parts.clock.now())
            if let failure { throw failure }
            return try await fetch()
        }
    }

    private func fetch() async throws(BrokerError) -> AppTokens.Kept {
        let begun = parts.clock.now()
        do throws(BrokerError) {
            let answer = try await ask()
            let fresh = AppTokens.Kept(
                answer.token(
                    clientID: endpoint.client.id, clientSecret: secret, asked: scopes.isEmpty ? nil : scopes, at: begun)
            )
            tokens.failed.forget(subject)
            tokens.keep(fresh, for: subject) { [parts] in .seconds((try? parts.settings())?.forgetAfter ?? 0) }
            await parts.recordToken(ofApp: app, endpoint, .given)
            return fresh
        } catch {
            await parts.recordToken(ofApp: app, endpoint, .failed(error.code))
            throw error
        }
    }

    private func ask() async throws(BrokerError) -> TokenAnswer {
        let scope = scopes.isEmpty ? [] : [RequestParameter("scope", scopes)]
        let outcome: TokenEndpoint.Outcome
        do throws(BrokerError) {
            outcome = try await endpoint.ask(for: [RequestParameter("grant_type", "client_credentials")] + scope)
        } catch {
            throw failed(trouble.noAnswer(error))
        }
        switch outcome {
        case .granted(let answer): return answer
        case .unusable(let reason): throw failed(trouble.unusable(reason))
        case .refused(let refusal): throw failed(trouble.refused(refusal), wait: refusal.retryAfter)
        }
    }

    /// Has it told to all who wait for this token; that one of them went away is nobody else's failure.
    private func failed(_ error: BrokerError, wait: Int? = nil) -> BrokerError {
        guard error.code != .cancelled else { return error }
        tokens.failed.note(error, of: subject, sending: secret, wait: wait, at: parts.clock.now())
        return error
    }
}

extension AppTokenSource: TokenReplacing {
    /// A token that the service never accepted, and refuses without a reason, stays: it is not the cause.
    func replacement(
        for token: SharedSecret, refused refusal: TokenRefusal
    ) async throws(BrokerError) -> ReplacedToken? {
        let kept = kept
        let isKept = kept?.token.accessToken.isSame(as: token) == true
        if case .unexplained = refusal, kept == nil || (isKept && kept?.isProven == false) { return nil }
        let other: AppTokens.Kept
        do throws(BrokerError) {
            other = try await fetch { !$0.token.accessToken.isSame(as: token) }
        } catch {
            // Until then it is kept: others that it is refused to wait for the new one by it.
            if isKept { tokens.forget(subject) }
            throw error
        }
        guard !other.token.accessToken.isSame(as: token) else { return nil }
        return ReplacedToken(token: other.token.accessToken, isUnproven: !other.isProven)
    }

    func accept(_ token: SharedSecret) async {
        tokens.accept(token, for: subject)
    }
}
