import AccountModel

/// Stores an account after a log-in: a new one, or one that is there already, in place.
struct AccountSaving: Sendable {
    let parts: StoreParts
    let plan: LogInPlan

    private var records: Records { Records(keychain: parts.keychain) }

    /// - Parameter existing: the account that may be replaced.
    /// - Returns: `nil`, and nothing is changed, where another account has the identity by now.
    func save(_ account: NewAccount, replacing existing: AccountID?) async throws(BrokerError) -> Account? {
        do throws(BrokerError) {
            return try await put(account, replacing: existing)
        } catch {
            throw AccountSaving.told(account, plan, error)
        }
    }

    /// The same for a token that is still where it came from.
    func put(_ account: NewAccount, replacing existing: AccountID?) async throws(BrokerError) -> Account? {
        try await parts.keychain.changing { () async throws(BrokerError) -> Account? in
            let (accounts, settings) = try await records.accountsAndSettings()
            guard let older = try accounts.account(account.identity) else {
                return try await create(account, among: accounts, settings)
            }
            guard older.account.id == existing else { return nil }
            return try await replace(older, with: account, settings)
        }
    }

    /// Stores what a log-in to an account that is there brought.
    func saveAgain(_ new: NewAccount) async throws(BrokerError) -> Account {
        guard let begun = plan.again else { throw LogInDesk.unexpected }
        do throws(BrokerError) {
            return try await parts.keychain.changing { () async throws(BrokerError) -> Account in
                let (accounts, settings) = try await records.accountsAndSettings()
                var older = try accounts.account(begun.account.id)
                guard older.identity == begun.identity else {
                    throw BrokerError(.tryLater, "it was learnt meanwhile who \(older.account.label) is")
                }
                if new.identity != older.identity {
                    // Who it is was not known until now.
                    try accounts.checkNoStray(of: new.identity)
                    if let other = try accounts.account(new.identity) {
                        throw BrokerError(
                            .serviceRefused,
                            "this is the log-in of \(other.account.label), which is kept already; nothing was changed",
                            nextStep: NextCommand.logIn(again: other.account))
                    }
                    older.identity = new.identity
                    older.account.userID = new.identity.knownUserID
                }
                return try await replace(older, with: new, settings)
            }
        } catch {
            throw error.code == .serviceRefused ? error : AccountSaving.told(new, plan, error)
        }
    }

    /// The error of a step of storing: a closed keychain is waited for, and with anything else the token is lost.
    static func told(_ account: NewAccount, _ plan: LogInPlan, _ error: BrokerError) -> BrokerError {
        error.isOfClosedKeychain ? error : lost(account, plan, error)
    }

    /// There was a token, and it could not be kept. Nothing of it is left here; what the service knows stays.
    static func lost(_ account: NewAccount?, _ plan: LogInPlan, _ error: BrokerError) -> BrokerError {
        return BrokerError(
            error.code,
            "the log-in worked, but \(account?.shownName ?? "the account") could not be stored, and the token was dropped: \(error.message)",
            nextStep: [error.nextStep, plan.command].compactMap(\.self).joined(separator: "\n"))
    }

    private func create(
        _ new: NewAccount, among accounts: AccountSet, _ settings: StoredSettings
    ) async throws(BrokerError) -> Account {
        try accounts.checkNoStray(of: new.identity)
        let number = try await records.takeNumber(among: accounts, settings)
        guard let id = AccountID(parts.clock.uuid()) else {
            throw BrokerError(.failed, "an account could not be named")
        }
        var account = Account(
            id: id, number: number, service: new.identity.service, app: new.identity.app, username: new.username,
            userID: new.identity.knownUserID, description: plan.request.description)
        _ = try await records.create(Record(account, identity: new.identity), secret: new.credential.line())
        account.isDefault = try await makeDefault(account)
        return account
    }

    /// Secret, name and token are new; id, number, description and grants stay.
    private func replace(
        _ older: StoredAccount, with new: NewAccount, _ settings: StoredSettings
    ) async throws(BrokerError) -> Account {
        let credential = new.credential.keepingOthers(of: try await records.credential(of: older))
        var account = older.account
        account.username = new.username ?? account.username
        account.state = .ok
        account.description = plan.request.description ?? account.description
        let record = Record(account, identity: older.identity, over: older.stored.attributes)
        try await records.update(older.stored, to: record, secret: credential.line())
        parts.renewals.forget(account.id)
        account.isDefault = try await makeDefault(account) || account.isDefault
        return account
    }

    private func makeDefault(_ account: Account) async throws(BrokerError) -> Bool {
        guard plan.request.makeDefault else { return false }
        var settings = try await records.settings()
        settings.defaultID = account.id
        try await records.save(settings)
        return true
    }
}

extension Records {
    /// A number that no account had before. Only inside ``Keychain/changing(_:)``.
    func takeNumber(among accounts: AccountSet, _ settings: StoredSettings) async throws(BrokerError) -> Int {
        var settings = settings
        let number = max(settings.nextNumber, accounts.greatestNumber + 1)
        guard number <= StoredAccount.greatestNumber else {
            throw BrokerError(.failed, "there is no number left for an account")
        }
        // The count goes first: a number that was given and is lost again is never given twice.
        settings.nextNumber = number + 1
        try await save(settings)
        return number
    }
}
