public import AccountModel
import FoundationEssentials

extension StoreBroker {
    public func requestAccess(
        to target: GrantTarget, of service: Service, for permissions: Permissions
    ) async throws(BrokerError) -> Bool {
        try await uses.recording(.access, nil, outcome: UseRecorder.refused) {
            parts throws(BrokerError) in
            try Grant.check(permissions)
            let subject: AccessSubject
            switch target {
            case .selected(let selector): subject = .account(try await pick(selector, of: service).account)
            case .service(let service): subject = .service(try await known(service))
            case .everything: throw BrokerError(.invalidArgument, "access is asked to an account or a service")
            }
            parts.use?.note(subject)
            switch try await desk.decideBeforeUse(permissions, subject) {
            case .allowed, .allowedAfterWaiting: return true
            case .denied: return false
            // Nobody said no: a program that remembers a no would remember one that was never given.
            case .unanswered: throw .unanswered(for: caller.program, subject, for: permissions)
            }
        }
    }

    public func grants() async throws(BrokerError) -> [GrantListing] {
        try await personsCommands.require("see which programs have access")
        let now = parts.clock.now()
        let (accounts, _) = try await records.accountsAndSettings()
        let grants = try await records.grants().map(\.grant).filter { !$0.hasEnded(at: now) }
        // A log that cannot be read is what `status` and `log` tell of; the grants hold all the same.
        let uses = GrantUses((try? await parts.log.lastUses()) ?? [], of: grants, at: now)
        return uses.dated
            .map { GrantListing(grant: $0, account: accounts.account(of: $0)) }
            .filter { $0.account != nil || $0.grant.scope == .service }
            .sorted { $0.order < $1.order }
    }

    public func grant(_ request: GrantRequest) async throws(BrokerError) -> GrantListing {
        try personsCommands.refuseSandbox()
        try Grant.check(request.permissions)
        guard request.program.canBeRemembered else {
            throw BrokerError(.invalidArgument, "\(request.program.onOneLine) cannot be remembered, so it has no grant")
        }
        if let duration = request.duration, !(1...Grant.longestDuration ~= duration) {
            throw BrokerError(.invalidArgument, "a grant ends after one second at least, and ten years at most")
        }
        let subject = try await subject(of: request.target)
        let verb = request.decision == .allow ? "give" : "deny"
        try await personsCommands.require(
            "\(verb) \(request.program.onOneLine) access (\(request.permissions)) to \(subject.label)")
        let now = parts.clock.now()
        let grant = Grant(
            program: request.program, service: subject.service, scope: subject.scope,
            permissions: request.permissions, decision: request.decision,
            expires: request.duration.map { now.addingTimeInterval(Double($0)) }, created: now)
        let kept = try await GrantBook(parts: parts).remember(grant)
        guard case .account(let account) = subject else { return GrantListing(grant: kept, account: nil) }
        return GrantListing(grant: kept, account: account)
    }

    public func revoke(_ program: ProgramIdentity, target: GrantTarget) async throws(BrokerError) -> Int {
        try personsCommands.refuseSandbox()
        let book = GrantBook(parts: parts)
        if target == .everything {
            try await personsCommands.require("take all access from \(program.onOneLine)")
            return try await book.forget(of: program) { _, _ in true }
        }
        let subject = try await subject(of: target)
        try await personsCommands.require("take access to \(subject.label) from \(program.onOneLine)")
        let (scope, service) = (subject.scope, subject.service)
        return try await book.forget(of: program) { $0 == scope && $1 == service }
    }
}

extension StoreBroker {
    private func subject(of target: GrantTarget) async throws(BrokerError) -> AccessSubject {
        switch target {
        case .selected(let selector): .account(try await pick(selector, of: nil).account)
        case .service(let service): .service(try await known(service))
        case .everything: throw BrokerError(.invalidArgument, "a grant is for an account or for a service")
        }
    }

    /// A service that is described, or that there is an account of: anything else is a slip of the pen.
    private func known(_ service: Service) async throws(BrokerError) -> Service {
        if try await records.accounts().accounts.contains(where: { $0.account.service == service }) { return service }
        return try parts.describe(service).service
    }
}

extension Grant {
    static func check(_ permissions: Permissions) throws(BrokerError) {
        guard !permissions.isEmpty else { throw BrokerError(.invalidArgument, "no permission is named") }
    }
}

extension GrantListing {
    /// By program, then service, then account, those for all accounts first.
    fileprivate var order: (String, String, Int, String) {
        (grant.program.description, grant.service.description, account?.number ?? 0, grant.decision.rawValue)
    }
}
