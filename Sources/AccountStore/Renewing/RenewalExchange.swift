import AccountModel
import FoundationEssentials
import OAuth
import SecretBytes

/// One request for a new token, before it is sent.
struct RenewalAttempt: Sendable {
    var account: Account
    var credential: AccountCredential
    var token: BearerToken
    var refreshToken: SharedSecret
    var turn: any RenewalTurn
    /// When an earlier one began of which nobody knows how it ended.
    var unfinished: Date?
    /// What the new token's life counts from.
    var begun: Date
    /// Whether it is made because the service refused the token without a reason.
    var isDoubted = false

    var trouble: RenewalTrouble { RenewalTrouble(account) }

    /// The service did nothing. What an earlier attempt left stays in doubt.
    fileprivate func takeBack() {
        if unfinished == nil { turn.unmark() }
    }
}

/// Asks a service for a new token, once, and has that written to the access log.
struct RenewalExchange {
    let parts: StoreParts
    let attempt: RenewalAttempt
    let endpoint: TokenEndpoint

    enum Outcome: Sendable {
        case granted(TokenAnswer)
        /// The refresh token was refused, and is no longer the one that is stored: there was a log-in meanwhile.
        case overtaken(AccountCredential)
    }

    /// - Parameter read: reads what is stored now.
    ///
    /// Throws what the program is told where there is no new token.
    func run(
        _ read: () async throws(BrokerError) -> AccountCredential
    ) async throws(BrokerError) -> Outcome {
        do throws(BrokerError) {
            let outcome = try await settle(try await ask(), read)
            await note(.given)
            return outcome
        } catch {
            await note(.failed(error.code))
            throw error
        }
    }

    private func note(_ outcome: AccessRecord.Outcome) async {
        await parts.recordRenewal(of: attempt.account, at: endpoint.address, outcome)
    }

    private func ask() async throws(BrokerError) -> TokenEndpoint.Outcome {
        do throws(BrokerError) {
            return try await endpoint.ask(
                for: [
                    RequestParameter("grant_type", "refresh_token"),
                    RequestParameter("refresh_token", secret: attempt.refreshToken),
                ], usesUp: true)
        } catch {
            // What was not sent is as it was; what was, may have been done.
            if error.code != .outcomeUnknown { attempt.takeBack() }
            throw failed(attempt.trouble.noAnswer(error))
        }
    }

    private func settle(
        _ outcome: TokenEndpoint.Outcome, _ read: () async throws(BrokerError) -> AccountCredential
    ) async throws(BrokerError) -> Outcome {
        switch outcome {
        case .granted(let answer): return .granted(answer)
        case .unusable(let reason): throw failed(attempt.trouble.unusable(reason))
        case .refused(let refusal) where refusal.endsGrant:
            let rejected = failed(attempt.trouble.rejected(refusal, unfinished: attempt.unfinished))
            let now = try await read()
            guard now.isRenewed(by: attempt.refreshToken) else { return .overtaken(now) }
            // Where that cannot be written, this process knows it all the same, and the next one asks once more.
            try? await AccountBook(parts: parts).setState(.needsLogin, of: attempt.account.id)
            attempt.turn.unmark()
            throw rejected
        case .refused(let refusal):
            if refusal.status < 500 { attempt.takeBack() }
            throw failed(
                attempt.trouble.refused(refusal, isPublic: attempt.token.clientSecret == nil), wait: refusal.retryAfter)
        }
    }

    /// Has it told to all who wait for this renewal.
    ///
    /// - Parameter wait: seconds that the service asks to wait.
    private func failed(_ error: BrokerError, wait: Int? = nil) -> BrokerError {
        parts.failed.note(
            error, of: attempt.account.id, sending: attempt.refreshToken, wait: wait, at: parts.clock.now())
        return error
    }
}

extension AccountCredential {
    /// Whether it still is the one that this refresh token came with, and no later log-in's.
    func isRenewed(by refreshToken: SharedSecret) -> Bool {
        guard case .bearer(let token) = kind else { return false }
        return token.refreshToken?.isSame(as: refreshToken) ?? false
    }
}
