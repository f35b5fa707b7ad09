import AccountModel

/// Decides on access for one caller, and asks the person where nobody has answered yet.
///
/// The rules: the person at a terminal is asked about the own accounts only before a token is given out, and then each
/// time. Any other program needs a yes that is remembered, or one given for its process. A sandbox without a name is asked about at each request; so is any program
/// that wants an account which is marked to be asked about always, whatever is remembered but a no.
struct AccessDesk: Sendable {
    let parts: StoreParts
    let caller: Caller
    /// The command that a token is for, where the person's own `acctstore` says one.
    let recipient: String?
    /// What the request's own look at the keychain found: what is decided without a question needs no second look.
    private var found: [StoredGrant]?

    init(parts: StoreParts, caller: Caller, recipient: String? = nil) {
        self.parts = parts
        self.caller = caller
        self.recipient = recipient
    }

    /// What a look for ``knowing(_:)`` is to find beside the accounts.
    var schemas: Set<RecordSchema> {
        caller.program == .terminal ? [] : [.grant]
    }

    func knowing(_ look: RecordLook) -> AccessDesk {
        var copy = self
        copy.found = look.grants
        return copy
    }

    private var records: Records { Records(keychain: parts.keychain) }

    /// Whether the permissions are given, and how long ago the subject was looked at.
    enum Decision: Hashable, Sendable {
        case allowed
        /// After a wait for the person, in which anything may have happened to the account.
        case allowedAfterWaiting
        /// The person's no, now or earlier.
        case denied(AccessDenial)
        /// The question was shown, and none of its answers came: this request alone is refused.
        case unanswered

        var isAllowed: Bool { self == .allowed || self == .allowedAfterWaiting }
    }

    /// Throws `accessDenied` where nobody has answered and nobody can be asked.
    func decide(_ permissions: Permissions, _ subject: AccessSubject) async throws(BrokerError) -> Decision {
        guard needsAnswer(permissions) else { return .allowed }
        guard let missing = try await missing(permissions, subject) else { return .denied(.remembered) }
        if missing.isEmpty && !asksEachTime(subject) { return .allowed }
        if caller.program == .sandbox,
            parts.onceAnswers.takePass(permissions, of: caller, for: subject, at: parts.clock.now())
        {
            return .allowed
        }
        return try await decideInTurn(permissions, subject)
    }

    /// As ``decide(_:_:)``, but for the moment before a use: an account that is asked about always is not asked about
    /// here, since the use itself will ask. A sandbox without a name would so learn of the account: it is asked about
    /// here, and the yes is for the use that follows.
    func decideBeforeUse(_ permissions: Permissions, _ subject: AccessSubject) async throws(BrokerError) -> Decision {
        if caller.program == .sandbox {
            let decision = try await decide(permissions, subject)
            if decision.isAllowed {
                parts.onceAnswers.addPass(permissions, of: caller, for: subject, at: parts.clock.now())
            }
            return decision
        }
        guard needsAnswer(permissions), asksEachTime(subject) else {
            return try await decide(permissions, subject)
        }
        guard try await missing(permissions, subject) != nil else { return .denied(.remembered) }
        if let reason = await caller.place().cannotAskReason { throw cannotAsk(permissions, subject, reason) }
        return .allowed
    }

    /// Throws what a use would be refused with, asking nobody; nothing where somebody could be asked.
    func check(_ permissions: Permissions, _ subject: AccessSubject) async throws(BrokerError) {
        guard needsAnswer(permissions) else { return }
        guard let missing = try await missing(permissions, subject) else {
            throw .denied(.remembered, to: caller.program, subject, for: permissions)
        }
        let isOpen = !missing.isEmpty || asksEachTime(subject)
        if isOpen, let reason = await caller.place().cannotAskReason { throw cannotAsk(permissions, subject, reason) }
    }

    /// The accounts that the caller may know of: all at a terminal, else those that it may use in some way.
    func visible(_ accounts: [Account]) async throws(BrokerError) -> [Account] {
        if caller.program == .terminal { return accounts }
        if accounts.isEmpty { return [] }
        let policy = try await policy()
        return accounts.filter { account in
            !parts.onceAnswers.permissions(of: caller, for: .account(account)).isEmpty
                || [Permissions.read, .write, .reveal].contains { policy.verdict(on: $0, for: account) == .allowed }
        }
    }

    private func needsAnswer(_ permissions: Permissions) -> Bool {
        caller.program != .terminal || permissions.contains(.reveal)
    }

    /// Whether no answer but one to this very request counts. What is asked of a terminal always is of this kind.
    func asksEachTime(_ subject: AccessSubject) -> Bool {
        subject.asksAlways || caller.program == .sandbox || caller.program == .terminal
    }

    private func policy() async throws(BrokerError) -> AccessPolicy {
        let grants = if let found { found } else { try await records.grants() }
        return AccessPolicy(grants.map(\.grant), for: caller.program, at: parts.clock.now())
    }

    /// The permissions that nobody has answered yet; `nil` where one is denied.
    func missing(_ permissions: Permissions, _ subject: AccessSubject) async throws(BrokerError)
        -> Permissions?
    {
        if caller.program == .terminal { return permissions }
        let policy = try await policy()
        var missing: Permissions = []
        for permission in permissions.each {
            switch verdict(policy, permission, subject) {
            case .allowed: break
            case .denied: return nil
            case .open: missing.insert(permission)
            }
        }
        return missing.subtracting(parts.onceAnswers.permissions(of: caller, for: subject))
    }

    private func verdict(
        _ policy: AccessPolicy, _ permission: Permissions, _ subject: AccessSubject
    ) -> AccessPolicy.Verdict {
        switch subject {
        case .account(let account): policy.verdict(on: permission, for: account)
        case .service(let service): policy.verdict(on: permission, for: service)
        }
    }
}
