import AccountModel

/// Keeps what a service said about who an account is.
struct AccountLearning: Sendable {
    let parts: StoreParts
    let person: VerifiedPerson

    private var records: Records { Records(keychain: parts.keychain) }
    private var book: AccountBook { AccountBook(parts: parts) }

    /// - Parameter person: as a client says that the service said it.
    ///
    /// Throws `invalidArgument` for what names nobody, or is nobody's name.
    init(_ person: VerifiedPerson, parts: StoreParts) throws(BrokerError) {
        let name = person.username.flatMap(PersonName.name)
        let id = person.userID.flatMap(PersonName.id)
        guard (name != nil) == (person.username != nil), (id != nil) == (person.userID != nil), name != nil || id != nil
        else { throw BrokerError(.invalidArgument, "a verified person has an id or a name, each one plain word") }
        self.parts = parts
        self.person = VerifiedPerson(userID: id, username: name)
    }

    private enum Change: Sendable {
        case none(Account)
        case stored(Account)
        case wouldMerge(into: Account)
        case merged(Account, from: Account, Set<ProgramIdentity>)
    }

    func run(for id: AccountID, merging: Bool) async throws(BrokerError) -> VerificationOutcome {
        switch try await change(id, merging: merging) {
        case .none(let account): return .stored(account)
        case .wouldMerge(let other): return .wouldMerge(into: other)
        case .stored(let account):
            parts.announce(.accounts(account.service))
            return .stored(account)
        case .merged(let account, let from, let programs):
            book.announceRemoval(of: from, programs)
            parts.announce(.accounts(account.service))
            return .stored(account)
        }
    }

    /// What is merged is copied and deleted: not while it is renewed.
    private func change(_ id: AccountID, merging: Bool) async throws(BrokerError) -> Change {
        let change = { () async throws(BrokerError) -> Change in
            try await parts.keychain.changing { () async throws(BrokerError) in try await learn(id, merging: merging) }
        }
        guard merging else { return try await change() }
        return try await CredentialHold(parts: parts, keychain: parts.keychain).run(over: [id], change)
    }

    private func learn(_ id: AccountID, merging: Bool) async throws(BrokerError) -> Change {
        let (accounts, settings) = try await records.accountsAndSettings()
        let found = try accounts.account(id)
        try await records.checkVersion(of: found.stored, found.secretName)
        var learnt = found
        learnt.identity.userID = try userID(of: found)
        learnt.account.userID = learnt.identity.knownUserID
        learnt.account.username = person.username ?? found.account.username
        learnt.account.state = .ok
        if learnt.identity != found.identity {
            try accounts.checkNoStray(of: learnt.identity)
            if let other = try accounts.account(learnt.identity) {
                guard merging else { return .wouldMerge(into: other.account) }
                return try await merge(learnt, into: other, settings)
            }
        }
        guard learnt.account != found.account || learnt.identity != found.identity else { return .none(found.account) }
        try await book.write(learnt)
        return .stored(learnt.account)
    }

    /// The identity's `user-id`. Throws where the service names another person than the account is known to be.
    private func userID(of account: StoredAccount) throws(BrokerError) -> String {
        let kept = account.identity.userID
        if let known = account.identity.knownUserID {
            guard let id = person.userID, id != known else { return known }
            throw otherPerson(account, "the user id \(id), not \(known)")
        }
        if kept.hasPrefix("@"), let name = person.username, "@" + name.lowercased() != kept {
            throw otherPerson(account, "@\(name), not \(kept)")
        }
        return person.userID ?? person.username.map { "@" + $0.lowercased() } ?? kept
    }

    private func otherPerson(_ account: StoredAccount, _ words: String) -> BrokerError {
        BrokerError(
            .serviceRefused,
            "\(account.account.service) says that the log-in of \(account.account.label) is that of \(words); "
                + "nothing was changed",
            nextStep: "acctstore remove \(account.account.number)\nlog in again")
    }

    /// The log-in goes to the account that has the identity, which keeps id, number, description and grants. It is
    /// written before the other one goes: what is cut short in between can be done again.
    private func merge(
        _ learnt: StoredAccount, into other: StoredAccount, _ settings: StoredSettings
    ) async throws(BrokerError) -> Change {
        let credential = try await records.credential(of: learnt)
            .keepingOthers(of: try await records.credential(of: other))
        var merged = other.account
        merged.username = learnt.account.username
        merged.state = .ok
        merged.isDefault = [merged.id, learnt.account.id].contains(settings.defaultID)
        let record = Record(merged, identity: other.identity, over: other.stored.attributes)
        try await records.update(other.stored, to: record, secret: credential.line())
        var settings = settings
        settings.nextNumber = max(settings.nextNumber, learnt.account.number + 1)
        if merged.isDefault { settings.defaultID = merged.id }
        try await records.save(settings)
        return .merged(merged, from: learnt.account, try await book.delete(learnt))
    }
}
