import AccountModel

/// All accounts at one moment.
struct AccountSet: Sendable {
    /// By number.
    let accounts: [StoredAccount]
    /// Records of our schema that lack what an account must have. They are left alone, but count for numbers.
    private let incomplete: [StoredRecord]
    /// Where in `accounts` an id and an identity stand: in one place each, unless an account is kept twice.
    private let places: (ids: [AccountID: [Int]], identities: [AccountIdentity: [Int]])

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
        let sorted = accounts.sorted {
            ($0.account.number, $0.stored.reference.description) < ($1.account.number, $1.stored.reference.description)
        }
        self.init(sorted, incomplete: incomplete)
    }

    private init(_ sorted: [StoredAccount], incomplete: [StoredRecord]) {
        accounts = sorted
        self.incomplete = incomplete
        places = (
            Dictionary(grouping: sorted.indices) { sorted[$0].account.id },
            Dictionary(grouping: sorted.indices) { sorted[$0].identity }
        )
    }

    /// The greatest number seen, 0 where there is none.
    var greatestNumber: Int {
        let numbers =
            accounts.map(\.account.number) + incomplete.compactMap { StoredAccount.number(in: $0.record.attributes) }
        return numbers.max() ?? 0
    }

    /// The account with this id. Throws `noSuchAccount`, and `notConfigured` where two records claim to be it.
    func account(_ id: AccountID) throws(BrokerError) -> StoredAccount {
        guard let found = first(places.ids[id]) else {
            throw BrokerError(.noSuchAccount, "there is no account \(id)", nextStep: "acctstore list")
        }
        try checkSingle(found)
        return found
    }

    /// The account with this identity, if any. Throws `notConfigured` where two records have it.
    func account(_ identity: AccountIdentity) throws(BrokerError) -> StoredAccount? {
        guard let found = first(places.identities[identity]) else { return nil }
        try checkSingle(found)
        return found
    }

    /// The account that a grant speaks of; `nil` where it is for all accounts, or the account is gone.
    func account(of grant: Grant) -> Account? {
        guard case .account(let id) = grant.scope else { return nil }
        return first(places.ids[id])?.account
    }

    /// These accounts alone.
    func only(_ ids: Set<AccountID>) -> AccountSet {
        AccountSet(accounts.filter { ids.contains($0.account.id) }, incomplete: incomplete)
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
            nextStep: stray.deletion)
    }

    /// Throws where another record has the same identity or id: one of them would be changed by a guess.
    func checkSingle(_ account: StoredAccount) throws(BrokerError) {
        let same = (places.ids[account.account.id] ?? []) + (places.identities[account.identity] ?? [])
        let twin = same.sorted().lazy.map { accounts[$0] }.first {
            $0.stored.reference != account.stored.reference
        }
        guard let other = twin?.stored ?? incompleteRecord(of: account.identity) else { return }
        throw KeptTwice(account.account.label, [account.stored, other]).error
    }

    /// Accounts that are kept more than once, and numbers that several have, in words without names.
    var conflicts: [BrokerError] {
        let numbers = Dictionary(grouping: accounts.indices) { accounts[$0].account.number }
        return accounts.indices.flatMap { index -> [BrokerError] in
            let account = accounts[index]
            let (name, number) = ("account \(account.account.number)", numbers[account.account.number] ?? [])
            let same = Set((places.ids[account.account.id] ?? []) + (places.identities[account.identity] ?? []))
            let records =
                same.sorted().map { accounts[$0].stored }
                + [incompleteRecord(of: account.identity)].compactMap(\.self)
            // Each is told once, with the first that is concerned.
            let twice = same.min() == index && records.count > 1 ? [KeptTwice(name, records).conflict] : []
            guard number.first == index, !same.isSuperset(of: number) else { return twice }
            return twice + [sharing(name, number.map { accounts[$0].stored })]
        }
    }

    private func sharing(_ name: String, _ records: [StoredRecord]) -> BrokerError {
        BrokerError(
            .notConfigured,
            "\(name) is several accounts: in \(records.map(\.location).joined(separator: " and in ")); their ids tell them "
                + "apart",
            nextStep: "acctstore list --json")
    }

    private func first(_ found: [Int]?) -> StoredAccount? {
        found?.first.map { accounts[$0] }
    }
}
