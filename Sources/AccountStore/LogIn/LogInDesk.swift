import AccountModel
import SecretBytes

/// Leads a log-in from the request to the stored account. The visit at the service stands in an extension of its own.
struct LogInDesk: Sendable {
    let parts: StoreParts
    let caller: Caller

    private var records: Records { Records(keychain: parts.keychain) }

    func begin(_ asked: LogInRequest) async throws(BrokerError) -> LogInStep {
        let personsCommands = PersonsCommands(parts: parts, caller: caller)
        try personsCommands.refuseSandbox()
        var request = asked
        let again = try await account(of: &request)
        let description = try parts.describe(request.service)
        try LogInDesk.check(request, description, again)
        try await personsCommands.require(
            again.map { "log in again to \($0.account.label)" } ?? "add an account of \(description.service)")
        // Before anything is read: what was piped is there for one try alone.
        try await parts.openWherePassphrase()
        var plan = LogInPlan(request: request, description: description, appName: request.app, again: again)
        if case .token = request.method {
            let input = try await readTokens(request)
            let received = try await TokenLogIn(parts: parts, input: input).settle(&plan)
            try await checkKeychain()
            return try await begun { handle throws(BrokerError) in try await finish(plan, with: received, handle) }
        }
        let app = try await LogInApp(parts: parts, description: description).settle(request.app)
        (plan.appName, plan.app) = (app.name, app.credential)
        try plan.checkWay()
        try await checkKeychain()
        if case .xauth = request.method {
            let received = try plan.credential(of: try await XAuth(plan, parts, caller).run())
            return try await begun { handle throws(BrokerError) in try await finish(plan, with: received, handle) }
        }
        let step = try await begun { handle throws(BrokerError) in
            switch (plan.request.method, plan.logInProtocol) {
            case (.device, _): try await beginDevice(plan, handle)
            case (_, .oauth2): try await visitForCode(plan, handle)
            case (_, .oauth1): try await visit(plan, handle)
            }
        }
        return step.remarking(app.remark)
    }

    /// The account that is logged in to again, whose service and app are those of the log-in.
    private func account(of request: inout LogInRequest) async throws(BrokerError) -> StoredAccount? {
        guard let id = request.account else { return nil }
        let again = try await records.accounts().account(id)
        (request.service, request.app) = (again.identity.service, again.identity.app)
        if case .xauth = request.method { request.username = again.account.username }
        return again
    }

    /// The first step, under a new handle.
    private func begun(
        _ step: (LogInHandle) async throws(BrokerError) -> (PendingLogIn?, LogInStep)
    ) async throws(BrokerError) -> LogInStep {
        let handle = LogInHandle(rawValue: parts.clock.uuid())
        let (pending, step) = try await step(handle)
        if let pending { try parts.logIns.add(pending, as: handle, of: caller.instance) }
        return step
    }

    func advance(_ handle: LogInHandle, with answer: LogInAnswer) async throws(BrokerError) -> LogInStep {
        if case .browser = answer { return try await awaitReturn(handle) }
        if case .visiting(let visit) = pending(handle)?.stage { visit.browser?.overtake() }
        let step = try await parts.logIns.advance(handle, of: caller.instance) {
            (pending) async throws(BrokerError) -> (PendingLogIn?, LogInStep) in
            switch (pending.stage, answer) {
            case (.visiting(let visit), .pin(let input)):
                return try await takeTyped(input, visit, pending.plan, handle)
            case (.confirming(let account), .yes):
                return try await settle(account, pending.plan, handle)
            case (.confirming(let account), .no):
                throw BrokerError(.cancelled, "\(account.shownName) was not added; nothing was stored")
            case (.replacing(let account, let existing), .yes):
                return try await save(account, pending.plan, replacing: existing, handle)
            case (.replacing(let account, _), .no):
                throw BrokerError(.cancelled, "\(account.shownName) was not replaced; nothing was changed")
            default: throw LogInDesk.unexpected
            }
        }
        return step ?? .overtaken
    }

    func cancel(_ handle: LogInHandle) {
        parts.logIns.forget(handle, of: caller.instance)
    }

    static let unexpected = BrokerError(.invalidArgument, "this log-in waits for another kind of answer")

    func pending(_ handle: LogInHandle) -> PendingLogIn? {
        parts.logIns.pending(handle, of: caller.instance)
    }
}

/// Before the first request.
extension LogInDesk {
    private static func check(
        _ request: LogInRequest, _ description: ServiceDescription, _ again: StoredAccount?
    ) throws(BrokerError) {
        let (service, urls) = (description.service, description.urls)
        let command = again.map { NextCommand.logIn(again: $0.account) } ?? "acctstore add \(service)"
        if let words = request.description { _ = try AccountBook.checked(words) }
        try AppBook.checkName(request.app)
        if let name = request.username, PersonName.name(name) == nil {
            throw BrokerError(.invalidArgument, "\(OneLine.visible(name)) is no name of a person at \(service)")
        }
        guard SignatureMethodName.isKnown(description.signatureMethod) else {
            throw BrokerError(
                .notConfigured,
                "\(service) is described with the signature method \(OneLine.visible(description.signatureMethod)), "
                    + "which does not exist")
        }
        if case .xauth = request.method {
            guard description.offersXAuth, urls.accessToken != nil else {
                throw BrokerError(
                    .notConfigured, "\(service) has no xAuth", nextStep: "\(command) --pin")
            }
            guard request.username != nil else {
                throw BrokerError(
                    .invalidArgument, "xAuth needs the name of who logs in",
                    nextStep: again == nil ? "\(command) --user NAME --xauth" : "\(command) --pin")
            }
        }
        if case .device = request.method, description.oauth2?.device == nil {
            throw BrokerError(
                .notConfigured, "\(service) is described without a log-in with a code for another device",
                nextStep: again.map { NextCommand.logIn(again: $0.account, way: " --pin") }
                    ?? NextCommand.logIn(at: service, app: request.app, user: request.username, way: " --pin"))
        }
        guard !request.method.needsVisit || description.hasVisit else {
            throw BrokerError(
                .notConfigured, "\(service) is described without the addresses of a log-in by browser or PIN",
                nextStep: "\(command) --token-stdin")
        }
    }

    private func readTokens(_ request: LogInRequest) async throws(BrokerError) -> TokenInput {
        guard let descriptor = request.secret else {
            throw BrokerError(.invalidArgument, "no tokens were given", nextStep: "give them with --token-stdin")
        }
        let input = SecretInput(
            descriptor: descriptor, caller: caller, what: "the text with the tokens", limit: 65_536)
        return try TokenInput(try await input.text(), now: parts.clock.now())
    }

    /// Writes the settings back, so that no token is fetched that could then not be kept.
    private func checkKeychain() async throws(BrokerError) {
        try await parts.keychain.changing { () async throws(BrokerError) in
            try await records.save(try await records.settings())
        }
    }
}

/// With a token in hand.
extension LogInDesk {
    /// What follows a token. The person who visited the service's page is asked first whether they meant that account:
    /// the browser may have been logged in as somebody else.
    func finish(
        _ plan: LogInPlan, with received: ReceivedCredential, _ handle: LogInHandle
    ) async throws(BrokerError) -> (PendingLogIn?, LogInStep) {
        let account = try await IdentityCheck(plan: plan, parts: parts).run(received)
        guard plan.isConfirmed, let name = account.username else { return try await settle(account, plan, handle) }
        return (
            PendingLogIn(plan: plan, stage: .confirming(account)),
            .confirmAccount(username: name, plan.service, handle)
        )
    }

    /// Stores an account that is new, or that the person named; asks about any other.
    private func settle(
        _ account: NewAccount, _ plan: LogInPlan, _ handle: LogInHandle
    ) async throws(BrokerError) -> (PendingLogIn?, LogInStep) {
        if plan.again != nil {
            let stored = try await AccountSaving(parts: parts, plan: plan).saveAgain(account)
            parts.announce(.accounts(stored.service))
            return (nil, .done(stored, warning: account.warning))
        }
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
            throw AccountSaving.lost(account, plan, error)
        }
    }

    private func save(
        _ account: NewAccount, _ plan: LogInPlan, replacing existing: AccountID?, _ handle: LogInHandle
    ) async throws(BrokerError) -> (PendingLogIn?, LogInStep) {
        guard let stored = try await AccountSaving(parts: parts, plan: plan).save(account, replacing: existing) else {
            // Another process was faster: what holds for an account that was there holds for this one.
            return try await settle(account, plan, handle)
        }
        parts.announce(.accounts(stored.service))
        return (nil, .done(stored, warning: account.warning))
    }
}

extension LogInStep {
    /// A visit with a remark.
    fileprivate func remarking(_ remark: String?) -> LogInStep {
        guard let remark, case .visit(var page, let handle) = self else { return self }
        page.remark = remark
        return .visit(page, handle)
    }
}

extension LogInPlan {
    /// Whether the person named this one as the account that is expected.
    fileprivate func names(_ username: String?) -> Bool {
        username != nil && request.username.flatMap(PersonName.name)?.lowercased() == username?.lowercased()
    }
}
