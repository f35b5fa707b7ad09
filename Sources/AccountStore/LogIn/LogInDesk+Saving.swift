import AccountModel

/// With a token in hand.
extension LogInDesk {
    /// What follows a token. The person who visited the service's page is asked first whether they meant that account:
    /// the browser may have been logged in as somebody else.
    func finish(
        _ plan: LogInPlan, with received: ReceivedCredential, _ handle: LogInHandle
    ) async throws(BrokerError) -> Advance {
        let account = try await IdentityCheck(plan: plan, parts: parts).run(received)
        guard plan.isConfirmed, let name = account.username else { return try await settle(account, plan, handle) }
        return (
            PendingLogIn(plan: plan, stage: .confirming(account)),
            .confirmAccount(username: name, plan.service, handle)
        )
    }

    /// Stores an account that is new, or that the person named; asks about any other.
    func settle(
        _ account: NewAccount, _ plan: LogInPlan, _ handle: LogInHandle
    ) async throws(BrokerError) -> Advance {
        try await keeping(.account(account, replacing: nil), plan) { () async throws(BrokerError) in
            if plan.again == nil { return try await settleNew(account, plan, handle) }
            return done(try await AccountSaving(parts: parts, plan: plan).saveAgain(account), account)
        }
    }

    private func settleNew(
        _ account: NewAccount, _ plan: LogInPlan, _ handle: LogInHandle
    ) async throws(BrokerError) -> Advance {
        guard let existing = try await existing(account, plan) else {
            return try await save(account, plan, replacing: nil, handle)
        }
        if plan.names(existing.account.username) || plan.names(account.username) {
            return try await save(account, plan, replacing: existing.account.id, handle)
        }
        guard caller.program == .terminal else {
            throw BrokerError(
                .invalidArgument, "\(existing.account.label) is stored already, and nobody can be asked to replace it",
                nextStep: existing.account.username.map { "say that it is meant with --user \(ShellWord.quoted($0))" })
        }
        return (
            PendingLogIn(plan: plan, stage: .replacing(account, existing: existing.account.id)),
            .confirmReplacement(of: existing.account, handle)
        )
    }

    private func existing(_ account: NewAccount, _ plan: LogInPlan) async throws(BrokerError) -> StoredAccount? {
        do throws(BrokerError) {
            let (accounts, _) = try await records.accountsAndSettings()
            return try accounts.account(account.identity)
        } catch {
            throw AccountSaving.told(account, plan, error)
        }
    }

    func save(
        _ account: NewAccount, _ plan: LogInPlan, replacing existing: AccountID?, _ handle: LogInHandle
    ) async throws(BrokerError) -> Advance {
        try await keeping(.account(account, replacing: existing), plan) { () async throws(BrokerError) in
            guard let stored = try await AccountSaving(parts: parts, plan: plan).save(account, replacing: existing)
            else {
                // Another process was faster: what holds for an account that was there holds for this one.
                return try await settle(account, plan, handle)
            }
            return done(stored, account)
        }
    }

    /// The same with ready tokens, of which is to be settled which app they belong to.
    func finish(
        _ plan: LogInPlan, with input: TokenInput, _ handle: LogInHandle
    ) async throws(BrokerError) -> Advance {
        try await keeping(.tokens(input), plan) { () async throws(BrokerError) in
            var plan = plan
            let received = try await TokenLogIn(parts: parts, input: input).settle(&plan)
            try await checkKeychain()
            return try await finish(plan, with: received, handle)
        }
    }

    private func done(_ stored: Account, _ account: NewAccount) -> Advance {
        parts.announce(.accounts(stored.service))
        return (nil, .done(stored, warning: account.warning(keptAs: stored)))
    }
}

/// With a keychain that was closed since the log-in began.
extension LogInDesk {
    /// Runs a step with something in hand that nobody gives twice. Where the keychain is closed that is kept, under a handle of
    /// its own with a time of its own, so that nothing but the storing is done again.
    private func keeping(
        _ content: PendingLogIn.Unsaved.Content, _ plan: LogInPlan,
        _ step: () async throws(BrokerError) -> Advance
    ) async throws(BrokerError) -> Advance {
        do throws(BrokerError) {
            return try await step()
        } catch {
            guard error.isOfClosedKeychain, !Task.isCancelled else { throw error }
            let unsaved = PendingLogIn.Unsaved(content: content, trouble: error)
            let handle = LogInHandle(rawValue: parts.clock.uuid())
            try parts.logIns.add(
                PendingLogIn(plan: plan, stage: .unsaved(unsaved)), as: handle, of: caller.origin)
            return (nil, .unsaved(why: error.message, handle))
        }
    }

    /// Goes on with what was kept, once the keychain may be open.
    func save(
        _ unsaved: PendingLogIn.Unsaved, _ plan: LogInPlan, _ handle: LogInHandle
    ) async throws(BrokerError) -> Advance {
        switch unsaved.content {
        case .account(let account, nil): try await settle(account, plan, handle)
        case .account(let account, let existing): try await save(account, plan, replacing: existing, handle)
        case .tokens(let input): try await finish(plan, with: input, handle)
        }
    }
}

extension PendingLogIn.Unsaved {
    /// `nil` where it is not known yet.
    var account: NewAccount? {
        if case .account(let account, _) = content { account } else { nil }
    }
}

extension BrokerError {
    /// Whether it is locked, or the question that would open it was dismissed.
    var isOfClosedKeychain: Bool { code == .locked || code == .cancelled }
}

extension LogInPlan {
    /// Whether the person named this one as the account that is expected.
    fileprivate func names(_ username: String?) -> Bool {
        username != nil && request.username.flatMap(PersonName.name)?.lowercased() == username?.lowercased()
    }
}
