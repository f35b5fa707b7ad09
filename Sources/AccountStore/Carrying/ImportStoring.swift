import AccountModel
import SecretBytes

/// Stores what an import brings, each thing under the rules that a log-in has.
struct ImportStoring: Sendable {
    /// What became of one thing, and what of it is to be read back. No tuple, since it comes out of a task.
    struct Done: Sendable {
        var outcome: ImportOutcome
        var stored: StoredImport?

        init(_ outcome: ImportOutcome, _ stored: StoredImport? = nil) {
            (self.outcome, self.stored) = (outcome, stored)
        }
    }

    let parts: StoreParts
    /// The command that begins the import again.
    let command: String
    /// Whether what is kept already may be replaced.
    let mayReplace: Bool

    private var records: Records { Records(keychain: parts.keychain) }

    // MARK: Of another program

    /// Asks the service whose the tokens are, and stores them.
    ///
    /// Throws `credentialRejected`, and stores nothing, for tokens that the service refuses.
    func tokens(_ tokens: ForeignTokens) async throws(BrokerError) -> Done {
        let description = try parts.describe(tokens.service)
        var plan = LogInPlan(
            request: LogInRequest(service: description.service, app: tokens.appName, method: .token),
            description: description, appName: tokens.appName)
        let received = try await TokenLogIn(parts: parts, input: tokens.input).settle(&plan)
        let saving = AccountSaving(parts: parts, plan: plan)
        if case .bearer(let token) = received.kind, token.refreshToken != nil, token.hasEnded(at: parts.clock.now()) {
            return try await renewed(received, plan, saving)
        }
        let new: NewAccount
        do throws(BrokerError) {
            new = try await IdentityCheck(plan: plan, parts: parts, refusal: .credentialRejected).run(received)
        } catch {
            guard error.code == .credentialRejected else { throw error }
            if case .bearer(let token) = received.kind, token.refreshToken != nil {
                return try await renewed(received, plan, saving)
            }
            throw BrokerError(
                .credentialRejected, "\(tokens.shownName): \(error.message)",
                nextStep: NextCommand.logIn(at: plan.service, app: plan.appName, user: tokens.input.username))
        }
        return try await save(new, saving, warning: renamed(tokens, new.username))
    }

    private func renamed(_ tokens: ForeignTokens, _ username: String?) -> String? {
        guard let named = tokens.input.username, let username, named.lowercased() != username.lowercased() else {
            return nil
        }
        return "the file calls it @\(named), the service @\(username)"
    }

    private func save(_ new: NewAccount, _ saving: AccountSaving, warning: String?) async throws(BrokerError) -> Done {
        let existing = try await records.accounts().account(new.identity)
        var kept: AccountCredential?
        if let existing { kept = try await records.credential(of: existing) }
        if let existing, let kept {
            let isSame = kept.hasSameTokens(as: new.credential)
            // What else the service says by now is written where that may be.
            if isSame, !mayReplace || existing.account.isAsStored(by: new, with: kept) {
                return Done(.unchanged(existing.account), .account(existing.account.id, kept, instead: nil))
            }
            guard mayReplace else { return Done(.wouldReplace(existing.account.label)) }
        }
        guard let account = try await saving.put(new, replacing: existing?.account.id) else {
            throw BrokerError(.tryLater, "\(new.shownName) was stored by somebody else meanwhile", nextStep: command)
        }
        parts.announce(.accounts(account.service))
        let warnings = [new.warning(keptAs: account), warning].compactMap(\.self)
        return Done(
            .stored(account, warning: warnings.isEmpty ? nil : warnings.joined(separator: "; ")),
            .account(account.id, new.credential, instead: kept)
        )
    }

    // MARK: Of a bundle

    /// Stores an account as it was kept, but for its number; its id too, where another account has it.
    func account(
        _ carried: Account, _ identity: AccountIdentity, _ credential: AccountCredential
    ) async throws(BrokerError) -> Done {
        let mayReplace = mayReplace
        let done = try await parts.keychain.changing { () async throws(BrokerError) -> Done in
            let (accounts, settings) = try await records.accountsAndSettings()
            guard let older = try accounts.account(identity) else {
                try accounts.checkNoStray(of: identity)
                let account = try await create(carried, identity, credential, among: accounts, settings)
                return Done(.stored(account, warning: nil), .account(account.id, credential, instead: nil))
            }
            let kept = try await records.credential(of: older)
            if kept.hasSameTokens(as: credential) {
                return Done(.unchanged(older.account), .account(older.account.id, credential, instead: nil))
            }
            guard mayReplace else { return Done(.wouldReplace(older.account.label)) }
            var account = older.account
            account.username = carried.username ?? account.username
            account.state = carried.state
            let record = Record(account, identity: identity, over: older.stored.attributes)
            try await records.update(older.stored, to: record, secret: credential.keepingOthers(of: kept).line())
            parts.renewals.forget(account.id)
            return Done(.stored(account, warning: nil), .account(account.id, credential, instead: kept))
        }
        if case .stored(let account, _) = done.outcome { parts.announce(.accounts(account.service)) }
        return done
    }

    private func create(
        _ carried: Account, _ identity: AccountIdentity, _ credential: AccountCredential, among accounts: AccountSet,
        _ settings: StoredSettings
    ) async throws(BrokerError) -> Account {
        var account = carried
        account.isDefault = false
        if accounts.accounts.contains(where: { $0.account.id == carried.id }) {
            guard let id = AccountID(parts.clock.uuid()) else {
                throw BrokerError(.failed, "an account could not be named")
            }
            account.id = id
        }
        account.number = try await records.takeNumber(among: accounts, settings)
        _ = try await records.create(Record(account, identity: identity), secret: credential.line())
        return account
    }

    // MARK: Of either

    func app(_ name: String, _ service: Service, _ credential: AppCredential) async throws(BrokerError) -> Done {
        let stored = StoredImport.app(name, service, credential)
        if let older = try await records.apps().app(name, of: service) {
            let kept = try await records.credential(of: older)
            if kept.isSame(as: credential) { return Done(.unchanged(nil), stored) }
            guard mayReplace else { return Done(.wouldReplace("the app \(name) (\(service))")) }
        }
        let app = App(
            service: service, name: name, consumerKey: credential.consumerKey,
            logInProtocol: credential.logInProtocol, callback: credential.callback)
        try AppBook.check(app)
        try await AppBook(parts: parts).save(app, credential)
        return Done(.kept, stored)
    }

    /// - Parameter accounts: where the accounts of the bundle ended up.
    func grant(_ carried: Grant, _ accounts: [AccountID: AccountID]) async throws(BrokerError) -> Done {
        var grant = carried
        if case .account(let id) = carried.scope {
            guard let account = accounts[id] else {
                throw BrokerError(
                    .noSuchAccount, "a grant for \(grant.program.onOneLine) is for an account that was not stored")
            }
            grant.scope = .account(account)
        }
        let kept = try await records.grants().map(\.grant)
        switch grant.standing(among: kept, at: parts.clock.now()) {
        case .kept: return Done(.unchanged(nil), .grant(grant))
        case .replacing(let what) where !mayReplace:
            return Done(.wouldReplace("\(what) for \(grant.program.onOneLine)"))
        case .new, .replacing: break
        }
        try await GrantBook(parts: parts).remember(grant)
        return Done(.kept, .grant(grant))
    }
}

extension Account {
    /// Whether nothing would change for it but a token that is the same.
    fileprivate func isAsStored(by new: NewAccount, with kept: AccountCredential) -> Bool {
        state == .ok && (new.username ?? username) == username && new.credential.urls == kept.urls
    }
}

extension AccountCredential {
    /// Whether requests would be made with the same tokens of the same app.
    func hasSameTokens(as other: AccountCredential) -> Bool {
        guard logInProtocol == other.logInProtocol, secrets.count == other.secrets.count else { return false }
        return zip(secrets, other.secrets).allSatisfy { $0.isSame(as: $1) }
    }
}
