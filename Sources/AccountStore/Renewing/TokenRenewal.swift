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
    }

    /// A credential that can be used.
    struct Renewed: Sendable {
        var credential: AccountCredential
        /// What there is to know about it: one line.
        var remark: String?
    }

    private var records: Records { Records(keychain: parts.keychain) }

    /// The credential for a request that is about to be sent: renewed where its token ends soon.
    ///
    /// A renewal that fails before the token has ended holds up no request.
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

    /// Renews, unless that was done meanwhile.
    ///
    /// Throws `credentialRejected` where the service takes what renews it no more, `notConfigured` where it does not know
    /// the app, `tryLater`, `unavailable`, `serviceRefused`, and the keychain's troubles. The account is then as it was,
    /// but for its state.
    func run(_ occasion: Occasion) async throws(BrokerError) -> Renewed {
        // Whoever asked may go away; what was begun is finished, or a token would be lost.
        let work = Task { await parts.unsaved.running { await result(of: occasion) } }
        return try await work.value.get()
    }

    private func result(of occasion: Occasion) async -> Result<Renewed, BrokerError> {
        do throws(BrokerError) {
            return .success(
                try await parts.unsaved.turns.take(id) { () async throws(BrokerError) in
                    try await runAlone(occasion)
                })
        } catch {
            return .failure(error)
        }
    }

    private func runAlone(_ occasion: Occasion) async throws(BrokerError) -> Renewed {
        if let unsaved = parts.unsaved[id] { return try await save(unsaved) }
        let turn = try await parts.renewals.begin(for: id, patience: try patience())
        do throws(BrokerError) {
            let renewed = try await renew(occasion, turn)
            if parts.unsaved[id] == nil { turn.end() }
            return renewed
        } catch {
            // A renewed token that could not be stored keeps its turn.
            if parts.unsaved[id] == nil { turn.end() }
            throw error
        }
    }

    /// Seconds that another process is waited for: its exchange with the service, and its keychain.
    private func patience() throws(BrokerError) -> Int { try parts.settings().timeout + 15 }

    private func renew(_ occasion: Occasion, _ turn: any RenewalTurn) async throws(BrokerError) -> Renewed {
        let (stored, credential) = try await read()
        guard case .bearer(let token) = credential.kind, isMeant(token, by: occasion) else {
            return Renewed(credential: credential)
        }
        let account = stored.account
        guard let refreshToken = token.refreshToken else { throw RenewalTrouble(account).nothingToRenewWith }
        let endpoint = try endpoint(for: token, credential, account)
        var attempt = RenewalAttempt(
            account: account, credential: credential, token: token, refreshToken: refreshToken, turn: turn,
            unfinished: turn.unfinished, begun: parts.clock.now())
        if case .doubted = occasion { attempt.isDoubted = true }
        try turn.mark()
        switch try await RenewalExchange(parts: parts, attempt: attempt, endpoint: endpoint).run({
            () async throws(BrokerError) in try await read().1
        }) {
        case .granted(let answer): return try await take(answer, attempt)
        case .overtaken(let credential): return Renewed(credential: credential)
        }
    }

    private func take(_ answer: TokenAnswer, _ attempt: RenewalAttempt) async throws(BrokerError) -> Renewed {
        let older = attempt.token
        var token = answer.token(
            clientID: older.clientID, clientSecret: older.clientSecret, asked: older.scope,
            older: attempt.refreshToken, at: attempt.begun)
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
        case .instead(let older): token.accessToken.hasSameBytes(as: older)
        case .doubted(let older): token.accessToken.hasSameBytes(as: older) && token.unproven == nil
        }
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

/// The way into the keychain.
extension TokenRenewal {
    /// What became of a token that was to be stored.
    private enum Saved: Sendable {
        case stored(Account, AccountCredential, wasOK: Bool)
        /// The account was logged in to anew, or removed, while the service was asked.
        case overtaken(AccountCredential)
    }

    /// Stores a renewed token. One that the keychain does not take is kept in memory, and tried again.
    private func save(_ unsaved: UnsavedRenewal) async throws(BrokerError) -> Renewed {
        parts.unsaved.keep(unsaved, of: id)
        let saved: Saved
        do throws(BrokerError) {
            saved = try await parts.keychain.changing { () async throws(BrokerError) in try await write(unsaved) }
        } catch {
            if error.code == .noSuchAccount {
                parts.unsaved.drop(id)
                parts.renewals.remove(id)
                throw error
            }
            let trouble = RenewalTrouble(unsaved.account).unsaved(error)
            parts.notice(trouble.message)
            saveLater()
            throw trouble
        }
        parts.unsaved.drop(id)
        switch saved {
        case .overtaken(let credential): return Renewed(credential: credential)
        case .stored(let account, let credential, let wasOK):
            if !wasOK { parts.announce(.accounts(account.service)) }
            return Renewed(credential: credential)
        }
    }

    private func write(_ unsaved: UnsavedRenewal) async throws(BrokerError) -> Saved {
        let stored = try await records.accounts().account(id)
        let kept = try await records.credential(of: stored)
        guard kept.isRenewed(by: unsaved.used) else { return .overtaken(kept) }
        let credential = unsaved.credential.keepingOthers(of: kept)
        var account = stored.account
        account.state = .ok
        let record = Record(account, identity: stored.identity, over: stored.stored.attributes)
        try await records.update(stored.stored, to: record, secret: credential.line())
        return .stored(account, credential, wasOK: stored.account.state == .ok)
    }

    private func saveLater() {
        let parts = parts
        parts.unsaved.retry { id in await TokenRenewal(parts: parts, id: id).saveUnasked() }
    }

    /// Tries once to store what is kept, where that asks nobody.
    func saveUnasked() async {
        guard let isLocked = try? await parts.keychain.isLocked(), !isLocked else { return }
        await parts.unsaved.turns.take(id) { () async in
            guard let unsaved = parts.unsaved[id] else { return }
            _ = try? await save(unsaved)
        }
    }
}

/// After a refusal without a reason.
extension TokenRenewal {
    /// Notes that the service accepts a token that was had for one which it refused without a reason. Where that cannot be
    /// noted, the worst is that the next such refusal asks for a log-in.
    func accept(_ token: SharedSecret) async {
        _ = try? await parts.keychain.changing { () async throws(BrokerError) in
            let stored = try await records.accounts().account(id)
            var credential = try await records.credential(of: stored)
            guard case .bearer(var kept) = credential.kind, kept.unproven != nil,
                kept.accessToken.hasSameBytes(as: token)
            else { return }
            kept.unproven = nil
            credential.kind = .bearer(kept)
            let record = Record(stored.account, identity: stored.identity, over: stored.stored.attributes)
            try await records.update(stored.stored, to: record, secret: credential.line())
        }
    }
}
