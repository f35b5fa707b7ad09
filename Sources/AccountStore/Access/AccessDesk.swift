import AccountModel

/// Decides on access for one caller, and asks the person where nobody has answered yet.
///
/// The rules: the person at a terminal is asked about the own accounts only before a token is given out, and then each
/// time. A sandboxed program is refused. Any
/// other needs a yes that is remembered, or one given for its process. An account that is marked to be asked about
/// always is asked about at each request, whatever is remembered but a no.
struct AccessDesk: Sendable {
    let parts: StoreParts
    let caller: Caller
    /// What the request's own look at the keychain found: what is decided without a question needs no second look.
    private var found: [StoredGrant]?

    init(parts: StoreParts, caller: Caller) {
        self.parts = parts
        self.caller = caller
    }

    /// What a look for ``knowing(_:)`` is to find beside the accounts.
    var schemas: Set<RecordSchema> {
        caller.program == .terminal || caller.program.isSandboxed ? [] : [.grant]
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
        case denied
        /// The question was shown, and none of its answers came: this request alone is refused.
        case unanswered

        var isAllowed: Bool { self == .allowed || self == .allowedAfterWaiting }
    }

    /// Throws `accessDenied` where nobody has answered and nobody can be asked.
    func decide(_ permissions: Permissions, _ subject: AccessSubject) async throws(BrokerError) -> Decision {
        guard try needsAnswer(permissions) else { return .allowed }
        guard let missing = try await missing(permissions, subject) else { return .denied }
        let asksAlways = asksAlways(permissions, subject)
        if missing.isEmpty && !asksAlways { return .allowed }
        return try await parts.turns.take(turn) { () async throws(BrokerError) in
            // While this request waited for its turn, another of the same program may have been answered.
            let desk = AccessDesk(parts: parts, caller: caller)
            guard let missing = try await desk.missing(permissions, subject) else { return .denied }
            if asksAlways { return try await askForThisUse(permissions, subject) }
            return missing.isEmpty ? .allowedAfterWaiting : try await ask(missing, subject)
        }
    }

    /// As ``decide(_:_:)``, but for the moment before a use: an account that is asked about always is not asked about
    /// here, since the use itself will ask.
    func decideBeforeUse(_ permissions: Permissions, _ subject: AccessSubject) async throws(BrokerError) -> Decision {
        guard try needsAnswer(permissions), asksAlways(permissions, subject) else {
            return try await decide(permissions, subject)
        }
        guard try await missing(permissions, subject) != nil else { return .denied }
        guard caller.mayAsk else { throw cannotAsk(permissions, subject, caller.cannotAskReason) }
        return .allowed
    }

    /// Throws what a use would be refused with, asking nobody; nothing where somebody could be asked.
    func check(_ permissions: Permissions, _ subject: AccessSubject) async throws(BrokerError) {
        guard try needsAnswer(permissions) else { return }
        guard let missing = try await missing(permissions, subject) else {
            throw .denied(to: caller.program, subject, for: permissions)
        }
        let isOpen = !missing.isEmpty || asksAlways(permissions, subject)
        if isOpen, !caller.mayAsk { throw cannotAsk(permissions, subject, caller.cannotAskReason) }
    }

    /// The accounts that the caller may know of: all at a terminal, else those that it may use in some way.
    func visible(_ accounts: [Account]) async throws(BrokerError) -> [Account] {
        if caller.program == .terminal { return accounts }
        if caller.program.isSandboxed || accounts.isEmpty { return [] }
        let policy = try await policy()
        return accounts.filter { account in
            !parts.onceAnswers.permissions(of: caller, for: .account(account)).isEmpty
                || [Permissions.read, .write, .reveal].contains { policy.verdict(on: $0, for: account) == .allowed }
        }
    }

    /// Whether answers are needed at all. Throws for a sandboxed program.
    private func needsAnswer(_ permissions: Permissions) throws(BrokerError) -> Bool {
        try caller.refuseSandbox()
        return caller.program != .terminal || permissions.contains(.reveal)
    }

    /// Whether no answer but one to this very request counts.
    private func asksAlways(_ permissions: Permissions, _ subject: AccessSubject) -> Bool {
        subject.asksAlways || (caller.program == .terminal && permissions.contains(.reveal))
    }

    /// One question at a time for one program.
    private var turn: String { "\(caller.program) \(caller.instance.rawValue)" }

    private func policy() async throws(BrokerError) -> AccessPolicy {
        let grants = if let found { found } else { try await records.grants() }
        return AccessPolicy(grants.map(\.grant), for: caller.program, at: parts.clock.now())
    }

    /// The permissions that nobody has answered yet; `nil` where one is denied.
    private func missing(_ permissions: Permissions, _ subject: AccessSubject) async throws(BrokerError)
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

/// Asking.
extension AccessDesk {
    private func ask(_ permissions: Permissions, _ subject: AccessSubject) async throws(BrokerError) -> Decision {
        let canRemember = caller.program.canBeRemembered
        let offered: [AccessAnswer] = canRemember ? [.always, .once, .no] : [.once, .no]
        switch try await answer(to: subject, permissions, offering: offered) {
        case .always where canRemember:
            try await remember(.allow, permissions, subject)
            return .allowedAfterWaiting
        case .always, .once:
            parts.onceAnswers.add(permissions, to: subject.scope, of: subject.service, for: caller)
            return .allowedAfterWaiting
        case .no where canRemember:
            try await remember(.deny, permissions, subject)
            return .denied
        case .no: return .denied
        case .unanswered: return .unanswered
        }
    }

    /// Asks about this request alone.
    private func askForThisUse(
        _ permissions: Permissions, _ subject: AccessSubject
    ) async throws(BrokerError) -> Decision {
        switch try await answer(to: subject, permissions, offering: [.once, .no]) {
        case .always, .once: .allowedAfterWaiting
        case .no: .denied
        case .unanswered: .unanswered
        }
    }

    private func answer(
        to subject: AccessSubject, _ permissions: Permissions, offering answers: [AccessAnswer]
    ) async throws(BrokerError) -> AccessAnswer {
        guard caller.mayAsk else { throw cannotAsk(permissions, subject, caller.cannotAskReason) }
        let question = AccessQuestion(
            program: caller.program, subject: subject.question(permissions), answers: answers)
        do throws(PrompterError) {
            return try await parts.prompter.ask(question, of: caller)
        } catch {
            throw cannotAsk(permissions, subject, error.reason)
        }
    }

    private func cannotAsk(
        _ permissions: Permissions, _ subject: AccessSubject, _ reason: String?
    ) -> BrokerError {
        if caller.program == .terminal { return .mustAskToReveal(subject, because: reason) }
        if case .account(let account) = subject, account.ask == .always {
            return .mustAsk(caller.program, account, because: reason)
        }
        return .noAccess(of: caller.program, to: subject, for: permissions, because: reason)
    }

    private func remember(
        _ decision: Grant.Decision, _ permissions: Permissions, _ subject: AccessSubject
    ) async throws(BrokerError) {
        let grant = Grant(
            program: caller.program, service: subject.service, scope: subject.scope, permissions: permissions,
            decision: decision, created: parts.clock.now())
        try await GrantBook(parts: parts).remember(grant)
    }
}
