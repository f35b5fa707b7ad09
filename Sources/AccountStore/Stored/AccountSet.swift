import AccountModel

/// All accounts at one moment.
struct AccountSet: Sendable {
    /// By number.
    private(set) var accounts: [StoredAccount]
    /// Records of our schema that lack what an account must have. They are left alone, but count for numbers.
    private let incomplete: [StoredRecord]

    init(_ records: [StoredRecord], default defaultID: AccountID?) {
        var accounts: [StoredAccount] = []
        var incomplete: [StoredRecord] = []
        for record in records {
            guard var stored = StoredAccount(record) else {
                incomplete.append(record)
                continue
            }
            stored.account.isDefault = stored.account.id == defaultID
            accounts.append(stored)
        }
        self.accounts = accounts.sorted {
            ($0.account.number, $0.stored.reference.description) < ($1.account.number, $1.stored.reference.description)
        }
        self.incomplete = incomplete
    }

    /// The greatest number seen, 0 where there is none.
    var greatestNumber: Int {
        let numbers =
            accounts.map(\.account.number) + incomplete.compactMap { StoredAccount.number(in: $0.record.attributes) }
        return numbers.max() ?? 0
    }

    /// The account with this id. Throws `noSuchAccount`, and `notConfigured` where two records claim to be it.
    func account(_ id: AccountID) throws(BrokerError) -> StoredAccount {
        guard let found = accounts.first(where: { $0.account.id == id }) else {
            throw BrokerError(.noSuchAccount, "there is no account \(id)", nextStep: "acctstore list")
        }
        try checkSingle(found)
        return found
    }

    /// The account with this identity, if any. Throws `notConfigured` where two records have it.
    func account(_ identity: AccountIdentity) throws(BrokerError) -> StoredAccount? {
        guard let found = accounts.first(where: { $0.identity == identity }) else { return nil }
        try checkSingle(found)
        return found
    }

    /// The account that a grant speaks of; `nil` where it is for all accounts, or the account is gone.
    func account(of grant: Grant) -> Account? {
        guard case .account(let id) = grant.scope else { return nil }
        return accounts.first { $0.account.id == id }?.account
    }

    /// These accounts alone.
    func only(_ ids: Set<AccountID>) -> AccountSet {
        var copy = self
        copy.accounts.removeAll { !ids.contains($0.account.id) }
        return copy
    }

    /// A record that has the identity of an account and lacks another thing that it must have.
    func incompleteRecord(of identity: AccountIdentity) -> StoredRecord? {
        incomplete.first { AccountIdentity($0.record.attributes) == identity }
    }

    /// Throws where a record has the identity and lacks another thing that an account must have.
    func checkNoStray(of identity: AccountIdentity) throws(BrokerError) {
        guard let stray = incompleteRecord(of: identity) else { return }
        throw BrokerError(
            .notConfigured, "in \(stray.location) lies an item of this account without number or id",
            nextStep: "delete it with your keyring's own program")
    }

    /// Throws where another record has the same identity or id: one of them would be changed by a guess.
    func checkSingle(_ account: StoredAccount) throws(BrokerError) {
        let twin = accounts.first {
            $0.stored.reference != account.stored.reference
                && ($0.identity == account.identity || $0.account.id == account.account.id)
        }
        let other = twin?.stored ?? incompleteRecord(of: account.identity)
        guard let other else { return }
        throw BrokerError(
            .notConfigured,
            "\(account.account.label) is kept twice: in \(account.stored.location) and in \(other.location); "
                + "nothing was changed",
            nextStep: "delete one of the two with your keyring's own program")
    }
}
