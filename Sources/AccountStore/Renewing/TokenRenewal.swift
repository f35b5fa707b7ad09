import AccountModel
import FoundationEssentials
import OAuth
import SecretBytes

/// Renews an account's bearer token (RFC 6749, section 6): once for all who find it ended, in this process and in others.
///
/// Services give a refresh token that is good once, and end everything where it comes a second time. So the order is
/// always the same: the account's turn among all processes, what is stored read again, the mark that a renewal is under
/// way, the request, the keychain, and only then the new token in a request.
struct TokenRenewal: Sendable {
    let parts: StoreParts
    let id: AccountID

    /// Which token is not wanted any more.
    enum Occasion: Sendable {
        /// One that has ended, or ends soon.
        case due
        /// This one, whatever it says of its end: another that is stored by now will do.
        case instead(of: SharedSecret)
        /// The same, but that the service refused it without a reason: one that was had for such a refusal, and was never
        /// accepted, stays. Else a service that always says so would use up a refresh token for each request.
        case doubted(SharedSecret)
        /// The same for a program's wish, which proves nothing: one that is seconds old stays.
        case wished(insteadOf: SharedSecret)
        /// The same for the person, who may know better than what failed before.
        case ordered(insteadOf: SharedSecret)

        fileprivate var isOrdered: Bool {
            if case .ordered = self { true } else { false }
        }
    }

    /// A credential that can be used.
    struct Renewed: Sendable {
        var credential: AccountCredential
        /// What there is to know about it: one line.
        var remark: String?
    }

    var records: Records { Records(keychain: parts.keychain) }

    /// The credential for a request that is about to be sent: renewed where its token ends soon.
    ///
    /// The request waits for that renewal. One that fails before the token has ended fails no request, which then goes out
    /// with the token that there is; and it is not tried again at each of the next (``FailedExchanges``).
    func current(_ credential: AccountCredential, of account: Account) async throws(BrokerError) -> AccountCredential {
        guard case .bearer(let token) = credential.kind, token.refreshToken != nil,
            token.isDue(at: parts.clock.now())
        else { return credential }
        let hasEnded = token.hasEnded(at: parts.clock.now())
        // What renews it was refused already.
        if account.state == .needsLogin {
            guard hasEnded else { return credential }
            throw .needsLogIn(account)
        }
        do throws(BrokerError) {
            return try await run(.due).credential
        } catch {
            guard hasEnded else { return credential }
            throw error
        }
    }

    /// Renews, unless that was done meanwhile. What failed while one waited has failed for all who waited.
    ///
    /// Throws `credentialRejected` where the service takes what renews it no more, `notConfigured` where it does not know
    /// the app, `tryLater`, `unavailable`, `serviceRefused`, `cancelled` with the task while nothing was sent, and the
    /// keychain's troubles. The account is then as it was, but for its state.
    func run(_ occasion: Occasion) async throws(BrokerError) -> Renewed {
        let arrival = parts.failed.moment
        return try await inTurn { () async throws(BrokerError) in
            if let failure = parts.failed.failure(of: id, since: arrival) { throw failure }
            if let unsaved = parts.unsaved[id] { return try await save(unsaved) }
            return try await amongProcesses { turn throws(BrokerError) in
                try await renew(occasion, turn, since: arrival)
            }
        }
    }

    /// Runs `body` while nothing renews the account's token, and once a renewed one is stored. `body` renews nothing.
    func holding<Result: Sendable>(
        _ body: () async throws(BrokerError) -> Result
    ) async throws(BrokerError) -> Result {
        try await inTurn { () async throws(BrokerError) in
            if let unsaved = parts.unsaved[id] { _ = try await save(unsaved) }
            return try await amongProcesses { _ throws(BrokerError) in try await body() }
        }
    }

    /// Runs `body` when nothing else in this process works on the account's token; not at all for a task that is cancelled.
    private func inTurn<Result: Sendable>(
        _ body: () async throws(BrokerError) -> Result
    ) async throws(BrokerError) -> Result {
        try await parts.unsaved.turns.take(id) { () async throws(BrokerError) in
            try checkWanted()
            return try await body()
        }
    }

    private func amongProcesses<Result: Sendable>(
        _ body: (any RenewalTurn) async throws(BrokerError) -> Result
    ) async throws(BrokerError) -> Result {
        let turn: any RenewalTurn
        do throws(BrokerError) {
            turn = try await parts.renewals.begin(for: id, patience: try patience())
        } catch {
            guard error.code == .tryLater else { throw error }
            let trouble = await busy(error)
            parts.failed.note(trouble, of: id, sending: nil, at: parts.clock.now())
            throw trouble
        }
        // A renewed token that could not be stored keeps its turn.
        do throws(BrokerError) {
            let result = try await body(turn)
            if parts.unsaved[id] == nil { turn.end() }
            return result
        } catch {
            if parts.unsaved[id] == nil { turn.end() }
            throw error
        }
    }

    /// The same, with the account's name where that can be had.
    private func busy(_ error: BrokerError) async -> BrokerError {
        guard let account = try? await records.accounts().account(id).account else { return error }
        return RenewalTrouble(account).busy
    }

    /// Seconds that another process is waited for: its exchange with the service, and its keychain.
    private func patience() throws(BrokerError) -> Int { try parts.settings().timeout + 15 }

    private func checkWanted() throws(BrokerError) {
        if Task.isCancelled { throw BrokerError(.cancelled, "the request was withdrawn") }
    }

    private func renew(
        _ occasion: Occasion, _ turn: any RenewalTurn, since arrival: FailedExchanges<AccountID>.Moment
    ) async throws(BrokerError) -> Renewed {
        let (stored, credential) = try await read()
        let account = stored.account
        guard case .bearer(let token) = credential.kind else { return Renewed(credential: credential) }
        guard isMeant(token, by: occasion) else {
            return Renewed(credential: credential, remark: remark(on: token, kept: occasion, account))
        }
        guard let refreshToken = token.refreshToken else { throw RenewalTrouble(account).nothingToRenewWith }
        try checkNotInVain(refreshToken, occasion, account, since: arrival)
        let endpoint = try endpoint(for: token, credential, account)
        var attempt = RenewalAttempt(
            account: account, credential: credential, token: token, refreshToken: refreshToken, turn: turn,
            unfinished: turn.unfinished, begun: parts.clock.now())
        if case .doubted = occasion { attempt.isDoubted = true }
        try checkWanted()
        // Whoever asked may go away; what was begun is finished, or a token would be lost.
        return try await parts.unsaved.uncut { [attempt] in await outcome(of: attempt, at: endpoint) }.get()
    }

    /// Throws where the service has said already what it would say again.
    private func checkNotInVain(
        _ refreshToken: SharedSecret, _ occasion: Occasion, _ account: Account,
        since arrival: FailedExchanges<AccountID>.Moment
    ) throws(BrokerError) {
        let failure = parts.failed.failure(
            of: id, sending: refreshToken, since: arrival, mayRepeat: occasion.isOrdered, at: parts.clock.now())
        if let failure { throw failure }
        if account.state == .needsLogin, !occasion.isOrdered { throw .needsLogIn(account) }
    }

    private func outcome(
        of attempt: RenewalAttempt, at endpoint: TokenEndpoint
    ) async -> Result<Renewed, BrokerError> {
        do throws(BrokerError) {
            try attempt.turn.mark()
            let outcome = try await RenewalExchange(parts: parts, attempt: attempt, endpoint: endpoint).run {
                () async throws(BrokerError) in try await read().1
            }
            switch outcome {
            case .granted(let answer): return .success(try await take(answer, attempt))
            case .overtaken(let credential): return .success(Renewed(credential: credential))
            }
        } catch {
            return .failure(error)
        }
    }

    private func take(_ answer: TokenAnswer, _ attempt: RenewalAttempt) async throws(BrokerError) -> Renewed {
        let older = attempt.token
        var token = answer.token(
            clientID: older.clientID, clientSecret: older.clientSecret, asked: older.scope,
            older: attempt.refreshToken, at: attempt.begun)
        parts.failed.forget(id)
        token.unproven = attempt.isDoubted ? attempt.begun : nil
        var credential = attempt.credential
        credential.kind = .bearer(token)
        var renewed = try await save(
            UnsavedRenewal(
                used: attempt.refreshToken, credential: credential, account: attempt.account, turn: attempt.turn))
        renewed.remark = attempt.trouble.narrowed(from: older.scope, to: token.scope)
        if let remark = renewed.remark { parts.notice(remark) }
        return renewed
    }

    private func isMeant(_ token: BearerToken, by occasion: Occasion) -> Bool {
        switch occasion {
        case .due: token.isDue(at: parts.clock.now())
        case .instead(let older): token.accessToken.isSame(as: older)
        case .doubted(let older): token.accessToken.isSame(as: older) && token.unproven == nil
        case .wished(let older): token.accessToken.isSame(as: older) && mayBeRenewed(token)
        case .ordered(let older): token.accessToken.isSame(as: older)
        }
    }

    /// By whoever wishes it.
    private func mayBeRenewed(_ token: BearerToken) -> Bool {
        let now = parts.clock.now()
        return !token.isNew(at: now) || token.isDue(at: now)
    }

    private func remark(on token: BearerToken, kept occasion: Occasion, _ account: Account) -> String? {
        guard case .wished(let older) = occasion, token.accessToken.isSame(as: older) else { return nil }
        return "the token of \(account.label) is seconds old, and was not renewed again"
    }

    /// What is stored now, whatever was remembered. The keychain is written to, so that no token is fetched that could
    /// then not be kept.
    private func read() async throws(BrokerError) -> (StoredAccount, AccountCredential) {
        let read = try await parts.keychain.changing { () async throws(BrokerError) -> Read in
            let (accounts, settings) = try await records.accountsAndSettings()
            let stored = try accounts.account(id)
            let credential = try await records.credential(of: stored)
            try await records.save(settings)
            return Read(stored: stored, credential: credential)
        }
        return (read.stored, read.credential)
    }

    private struct Read: Sendable {
        var stored: StoredAccount
        var credential: AccountCredential
    }

    private func endpoint(
        for token: BearerToken, _ credential: AccountCredential, _ account: Account
    ) throws(BrokerError) -> TokenEndpoint {
        let description = try parts.services.description(of: account.service)
        if let description {
            try AddressCheck(account: account, credential: credential, description: description).run()
        }
        guard let client = token.client(description), let address = credential.urls.token, !address.isEmpty else {
            throw RenewalTrouble(account).nothingToRenewWith
        }
        return TokenEndpoint(parts: parts, service: account.service, address: address, client: client)
    }
}
