public import AccountModel

extension StoreBroker {
    public func accounts(of service: Service?) async throws(BrokerError) -> [Account] {
        let look = try await look()
        let all = look.accounts.accounts.map(\.account).filter { service == nil || $0.service == service }
        let visible = try await desk.knowing(look).visible(all)
        if !visible.isEmpty { parts.keychain.noteUse() }
        return visible
    }

    public func select(
        _ selector: AccountSelector?, of service: Service?, for permissions: Permissions
    ) async throws(BrokerError) -> Account {
        guard !permissions.isEmpty else { return try await knownAccount(selector, of: service) }
        return try await uses.recording(.access, nil, outcome: UseRecorder.nothing) { parts throws(BrokerError) in
            let look = try await look()
            let account = try await pick(selector, of: service, in: look).account
            parts.use?.note(account)
            switch try await desk.knowing(look).decideBeforeUse(permissions, .account(account)) {
            case .allowed, .allowedAfterWaiting: return account
            case .denied(let denial): throw .denied(denial, to: caller.program, .account(account), for: permissions)
            case .unanswered: throw .unanswered(for: caller.program, .account(account), for: permissions)
            }
        }
    }

    public func details(of selector: AccountSelector) async throws(BrokerError) -> AccountDetails {
        let found = try await visibleAccount(selector, of: nil)
        return AccountDetails(account: found.account, urls: try await records.credential(of: found).urls)
    }

    public func update(
        _ selector: AccountSelector, with changes: AccountChanges
    ) async throws(BrokerError) -> Account {
        try personsCommands.refuseSandbox()
        let account = try await pick(selector, of: nil).account
        try await personsCommands.require("change \(account.label)")
        return try await AccountBook(parts: parts).update(account.id, with: changes)
    }

    public func remove(
        _ selector: AccountSelector, revoke: Bool, confirmed: Bool
    ) async throws(BrokerError) -> RemovalOutcome {
        try personsCommands.refuseSandbox()
        let account = try await pick(selector, of: nil).account
        switch try await personsCommands.require("remove \(account.label)") {
        case .terminal where !confirmed: return .needsConfirmation(account)
        case .configuration where !confirmed:
            throw BrokerError(
                .invalidArgument, "\(account.label) was not removed: nobody can be asked whether it is meant",
                nextStep: "acctstore remove \(account.number)\(revoke ? " --revoke" : "") --yes")
        case .terminal, .configuration, .answer: break
        }
        guard revoke else { return .removed(try await AccountBook(parts: parts).remove(account.id)) }
        return try await CredentialHold(parts: parts, keychain: parts.keychain).run(over: [account.id]) {
            () async throws(BrokerError) in
            try await TokenInvalidation(parts: parts).run(for: account.id)
            return .removed(try await AccountBook(parts: parts).remove(account.id))
        }
    }

    public func noteRejectedCredential(of account: AccountID) async throws(BrokerError) {
        let found = try await records.accounts().account(account)
        guard try await !desk.visible([found.account]).isEmpty else {
            throw .noAccess(of: caller.program, to: .account(found.account), because: nil)
        }
        guard try await !renewInstead(ofNoting: found) else { return }
        try await AccountBook(parts: parts).setState(.needsLogin, of: account)
    }
}

extension StoreBroker {
    /// The accounts, and what decides on access to them.
    func look() async throws(BrokerError) -> RecordLook {
        try await records.look(for: desk.schemas.union([.account, .settings]))
    }

    /// The account that is meant, picked over all accounts, whoever asks.
    func pick(_ selector: AccountSelector?, of service: Service?) async throws(BrokerError) -> StoredAccount {
        try await pick(selector, of: service, in: try await look())
    }

    func pick(
        _ selector: AccountSelector?, of service: Service?, in look: RecordLook
    ) async throws(BrokerError) -> StoredAccount {
        do throws(BrokerError) {
            return try AccountChoice(accounts: look.accounts, service: service) { _ in false }.pick(selector)
        } catch {
            // Only an error needs to know what the caller may see.
            let visible = try await visibleIDs(look)
            return try AccountChoice(accounts: look.accounts, service: service) { visible.contains($0.id) }
                .pick(selector)
        }
    }

    /// The account that is meant, picked over those that the caller may see.
    private func visibleAccount(
        _ selector: AccountSelector?, of service: Service?
    ) async throws(BrokerError) -> StoredAccount {
        let look = try await look()
        let visible = try await visibleIDs(look)
        let viewer = caller.program == .terminal ? nil : caller.program
        let choice = AccountChoice(
            accounts: look.accounts.only(visible), service: service, maySee: { _ in true }, viewer: viewer)
        return try choice.pick(selector)
    }

    /// As ``visibleAccount(_:of:)``, where a program is told the same of every account that it may not see, whether or
    /// not there is one.
    private func knownAccount(
        _ selector: AccountSelector?, of service: Service?
    ) async throws(BrokerError) -> Account {
        do throws(BrokerError) {
            return try await visibleAccount(selector, of: service).account
        } catch {
            guard let selector, caller.program != .terminal, error.code == .noSuchAccount else { throw error }
            throw BrokerError(
                .accessDenied, "\(caller.program.onOneLine) has no grant that shows it an account \(selector)",
                nextStep: "acctstore list")
        }
    }

    private func visibleIDs(_ look: RecordLook) async throws(BrokerError) -> Set<AccountID> {
        Set(try await desk.knowing(look).visible(look.accounts.accounts.map(\.account)).map(\.id))
    }
}
