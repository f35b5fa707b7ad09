import AccountModel
import SecretBytes

/// Leads a log-in from the request to the stored account. The visit at the service stands in an extension of its own.
struct LogInDesk: Sendable {
    let parts: StoreParts
    let caller: Caller

    var records: Records { Records(keychain: parts.keychain) }

    func begin(_ asked: LogInRequest) async throws(BrokerError) -> LogInStep {
        let personsCommands = PersonsCommands(parts: parts, caller: caller)
        try personsCommands.refuseSandbox()
        var request = asked
        let again = try await account(of: &request)
        let description = try parts.describe(request.service)
        if let words = request.description { request.description = try AccountBook.checked(words) }
        var plan = LogInPlan(request: request, description: description, appName: request.app, again: again)
        try plan.check()
        try await personsCommands.require(
            again.map { "log in again to \($0.account.label)" } ?? "add an account of \(description.service)")
        plan.hold = parts.keychain.passphrase?.hold()
        // Before anything is read: what was piped is there for one try alone.
        try await inStoreTerms { () async throws(KeychainError) in try await parts.keychain.unlock() }
        if case .token = request.method {
            let input = try await readTokens(request)
            return try await begun { handle throws(BrokerError) in try await finish(plan, with: input, handle) }
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
        if let pending { try parts.logIns.add(pending, as: handle, of: caller.origin) }
        return step
    }

    func advance(_ handle: LogInHandle, with answer: LogInAnswer) async throws(BrokerError) -> LogInStep {
        if case .browser = answer { return try await awaitReturn(handle) }
        if case .visiting(let visit) = pending(handle)?.stage { visit.browser?.overtake() }
        let step = try await parts.logIns.advance(handle, of: caller.origin) {
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
            case (.unsaved(let unsaved), .yes):
                return try await save(unsaved, pending.plan, handle)
            case (.unsaved(let unsaved), .no):
                throw AccountSaving.lost(unsaved.account, pending.plan, unsaved.trouble)
            case (.replacing(let account, _), .no):
                throw BrokerError(.cancelled, "\(account.shownName) was not replaced; nothing was changed")
            default: throw LogInDesk.unexpected
            }
        }
        return step ?? .overtaken
    }

    func cancel(_ handle: LogInHandle) {
        parts.logIns.forget(handle, of: caller.origin)
    }

    static let unexpected = BrokerError(.invalidArgument, "this log-in waits for another kind of answer")

    func pending(_ handle: LogInHandle) -> PendingLogIn? {
        parts.logIns.pending(handle, of: caller.origin)
    }
}

/// Before the first request.
extension LogInDesk {
    private func readTokens(_ request: LogInRequest) async throws(BrokerError) -> TokenInput {
        guard let descriptor = request.secret else {
            throw BrokerError(.invalidArgument, "no tokens were given", nextStep: "give them with --token-stdin")
        }
        let input = SecretInput(
            descriptor: descriptor, caller: caller, what: "the text with the tokens", limit: 65_536)
        return try TokenInput(try await input.text(), now: parts.clock.now())
    }

    /// Writes the settings back, so that no token is fetched that could then not be kept.
    func checkKeychain() async throws(BrokerError) {
        try await parts.keychain.changing { () async throws(BrokerError) in
            try await records.save(try await records.settings())
        }
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
