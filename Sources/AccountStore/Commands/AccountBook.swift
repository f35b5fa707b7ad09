import AccountModel

/// Writes accounts. Each change reads again under the keychain's lock, decides there, and writes.
struct AccountBook: Sendable {
    let parts: StoreParts

    var records: Records { Records(keychain: parts.keychain) }

    func update(_ id: AccountID, with changes: AccountChanges) async throws(BrokerError) -> Account {
        let account = try await parts.keychain.changing { () async throws(BrokerError) in
            var (found, settings) = try await read(id)
            try await records.checkVersion(of: found.stored, found.secretName)
            let older = found.account
            if let description = changes.description {
                found.account.description = try AccountBook.checked(description)
            }
            if let ask = changes.ask { found.account.ask = ask }
            if found.account != older { try await write(found) }
            if found.account.ask == .always, older.ask != .always { try await checkAsksAlways(found.account) }
            if let isDefault = changes.isDefault, isDefault != found.account.isDefault {
                settings.defaultID = isDefault ? id : nil
                try await records.save(settings)
                found.account.isDefault = isDefault
            }
            return found.account
        }
        parts.announce(.accounts(account.service))
        return account
    }

    func setState(_ state: Account.State, of id: AccountID) async throws(BrokerError) {
        let changed = try await parts.keychain.changing { () async throws(BrokerError) -> Account? in
            var found = try await records.accounts().account(id)
            guard found.account.state != state else { return nil }
            try await records.checkVersion(of: found.stored, found.secretName)
            found.account.state = state
            try await write(found)
            return found.account
        }
        if let changed { parts.announce(.accounts(changed.service)) }
    }

    /// Removes an account, and what was remembered about it. Its number is not given again.
    func remove(_ id: AccountID) async throws(BrokerError) -> Account {
        let (account, programs) = try await parts.keychain.changing { () async throws(BrokerError) in
            var (found, settings) = try await read(id)
            try await records.checkRemovable(found.stored, found.secretName)
            if try await keepCount(past: found.account, &settings) { try await records.save(settings) }
            return (found.account, try await delete(found))
        }
        parts.renewals.remove(id)
        announceRemoval(of: account, programs)
        parts.announce(.accounts(account.service))
        return account
    }

    /// A description as it is kept: an attribute is one line. Blanks around it are dropped; where nothing is left, there is
    /// none.
    static func checked(_ words: String) throws(BrokerError) -> String? {
        let description = words.trimmingBlanks
        guard description == OneLine.visible(description, length: 500) else {
            let count = description.unicodeScalars.count
            let wrong =
                OneLine.firstInvisible(in: description).map { "\($0) is not" }
                ?? "this one has \(count), where a joined emoji is several"
            throw BrokerError(
                .inputRefused, "a description is one line of at most 500 characters, all of them visible: \(wrong)")
        }
        return description.isEmpty ? nil : description
    }
}

/// For changes that are under way already.
extension AccountBook {
    /// Deletes an account with its grants; gives the programs that had one.
    func delete(_ account: StoredAccount) async throws(BrokerError) -> Set<ProgramIdentity> {
        try await records.delete(account.stored)
        var programs: Set<ProgramIdentity> = []
        for grant in try await records.grants() where grant.grant.scope == .account(account.account.id) {
            try await records.delete(grant.stored)
            programs.insert(grant.grant.program)
        }
        return programs
    }

    /// After a deletion: answers of "once" go, and programs hear that they have no access any more.
    func announceRemoval(of account: Account, _ programs: Set<ProgramIdentity>) {
        parts.onceAnswers.removeAll { _, scope, _ in scope == .account(account.id) }
        for program in programs { parts.announce(.access(program, account.service)) }
    }

    /// A mark of caution that a keychain drops would be dropped in silence: nobody would be asked.
    private func checkAsksAlways(_ account: Account) async throws(BrokerError) {
        guard try await records.accounts().account(account.id).account.ask != .always else { return }
        throw BrokerError(
            .failed, "the keyring does not keep the mark that \(account.label) is to be asked about at each use",
            nextStep: "acctstore show \(account.number)")
    }

    private func read(_ id: AccountID) async throws(BrokerError) -> (StoredAccount, StoredSettings) {
        let (accounts, settings) = try await records.accountsAndSettings()
        return (try accounts.account(id), settings)
    }

    func write(_ account: StoredAccount) async throws(BrokerError) {
        let record = Record(account.account, identity: account.identity, over: account.stored.attributes)
        try await records.update(account.stored, to: record)
    }

    /// Makes sure that the settings remember the number and not the default; whether they changed.
    private func keepCount(past account: Account, _ settings: inout StoredSettings) async throws(BrokerError) -> Bool {
        let (count, preset) = (settings.nextNumber, settings.defaultID)
        settings.nextNumber = max(count, account.number + 1)
        if preset == account.id { settings.defaultID = nil }
        return settings.nextNumber != count || settings.defaultID != preset
    }
}
