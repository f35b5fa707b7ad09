import AccountModel
import SecretBytes

/// Leads a log-in from the request to the stored account.
struct LogInDesk: Sendable {
    let parts: StoreParts
    let caller: Caller

    private var records: Records { Records(keychain: parts.keychain) }

    /// How often an empty PIN is asked for again.
    private static let emptyAnswers = 3

    func begin(_ request: LogInRequest) async throws(BrokerError) -> LogInStep {
        try caller.refuseSandbox()
        let description = try parts.describe(request.service)
        try LogInDesk.check(request, description)
        try await PersonsCommands(parts: parts, caller: caller).require("add an account of \(description.service)")
        var plan = LogInPlan(request: request, description: description, appName: request.app)
        if case .token = request.method {
            let input = try await readTokens(request)
            try await settleApp(&plan, brought: input.app)
            try await checkKeychain()
            return try await finish(plan, with: input.received)
        }
        try await settleApp(&plan, brought: nil)
        try await checkKeychain()
        if case .xauth = request.method {
            return try await finish(plan, with: try await XAuth(plan, parts, caller).run())
        }
        return try await visit(plan)
    }

    func advance(_ handle: LogInHandle, with answer: LogInAnswer) async throws(BrokerError) -> LogInStep {
        try await parts.logIns.advance(handle, of: caller.instance, at: parts.clock.now()) {
            (pending) async throws(BrokerError) in
            switch (pending.stage, answer) {
            case (.visiting(let requestToken, let left), .pin(let input)):
                try await takePIN(input, pending.plan, requestToken, left: left, handle)
            case (.confirming(let account, let existing), .yes):
                (nil, try await save(account, pending.plan, replacing: existing))
            case (.confirming(let account, _), .no):
                throw BrokerError(.cancelled, "\(account.shownName) was not replaced; nothing was changed")
            default: throw BrokerError(.invalidArgument, "this log-in waits for another kind of answer")
            }
        }
    }

    func cancel(_ handle: LogInHandle) {
        parts.logIns.forget(handle, of: caller.instance)
    }
}

/// Before the first request.
extension LogInDesk {
    private static func check(_ request: LogInRequest, _ description: ServiceDescription) throws(BrokerError) {
        let (service, urls) = (description.service, description.urls)
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
        switch request.method {
        case .token: break
        case .pin:
            guard urls.requestToken != nil, urls.authorize != nil, urls.accessToken != nil else {
                throw BrokerError(
                    .notConfigured, "\(service) is described without the addresses of a log-in by PIN",
                    nextStep: "acctstore add \(service) --token-stdin")
            }
        case .xauth:
            guard description.offersXAuth, urls.accessToken != nil else {
                throw BrokerError(
                    .notConfigured, "\(service) has no xAuth", nextStep: "acctstore add \(service) --pin")
            }
            guard request.username != nil else {
                throw BrokerError(
                    .invalidArgument, "xAuth needs the name of who logs in",
                    nextStep: "acctstore add \(service) --user NAME --xauth")
            }
        }
    }

    private func readTokens(_ request: LogInRequest) async throws(BrokerError) -> TokenInput {
        guard let descriptor = request.secret else {
            throw BrokerError(.invalidArgument, "no tokens were given", nextStep: "give them with --token-stdin")
        }
        let input = SecretInput(
            descriptor: descriptor, caller: caller, what: "the text with the tokens", limit: 65_536)
        return try TokenInput(try await input.text())
    }

    private func settleApp(_ plan: inout LogInPlan, brought: AppCredential?) async throws(BrokerError) {
        if let brought {
            plan.app = brought
        } else {
            (plan.appName, plan.app) = try await records.app(plan.request.app, of: plan.service)
        }
    }

    /// Writes the settings back, so that no token is fetched that could then not be kept.
    private func checkKeychain() async throws(BrokerError) {
        try await parts.keychain.changing { () async throws(BrokerError) in
            try await records.save(try await records.settings())
        }
    }
}

/// By PIN.
extension LogInDesk {
    private func visit(_ plan: LogInPlan) async throws(BrokerError) -> LogInStep {
        let (url, requestToken) = try await PINLogIn(plan, parts).begin()
        let handle = LogInHandle(rawValue: parts.clock.uuid())
        let stage = PendingLogIn.Stage.visiting(
            requestToken: requestToken, emptyAnswersLeft: LogInDesk.emptyAnswers)
        keep(PendingLogIn(plan: plan, stage: stage), as: handle)
        return .visit(url: url, handle)
    }

    private func takePIN(
        _ input: Descriptor, _ plan: LogInPlan, _ requestToken: ReceivedToken, left: Int, _ handle: LogInHandle
    ) async throws(BrokerError) -> (PendingLogIn?, LogInStep) {
        let line = SecretInput(descriptor: input, caller: caller, what: "the PIN", limit: 1024)
        let pin = try PINLogIn.cleaned(try await line.anyLine())
        guard !pin.isEmpty else {
            guard left > 0 else {
                throw BrokerError(.cancelled, "no PIN was given; nothing was stored", nextStep: plan.command)
            }
            let stage = PendingLogIn.Stage.visiting(requestToken: requestToken, emptyAnswersLeft: left - 1)
            return (PendingLogIn(plan: plan, stage: stage), .askAgain(remaining: left, handle))
        }
        let received = try await PINLogIn(plan, parts).exchange(pin, for: requestToken)
        return (nil, try await finish(plan, with: received))
    }

    private func keep(_ pending: PendingLogIn, as handle: LogInHandle) {
        parts.logIns.add(pending, as: handle, of: caller.instance, at: parts.clock.now())
    }
}

/// With a token in hand.
extension LogInDesk {
    private func finish(_ plan: LogInPlan, with received: ReceivedToken) async throws(BrokerError) -> LogInStep {
        try await settle(try await IdentityCheck(plan: plan, parts: parts).run(received), plan)
    }

    /// Stores an account that is new, or that the person named; asks about any other.
    private func settle(_ account: NewAccount, _ plan: LogInPlan) async throws(BrokerError) -> LogInStep {
        guard let existing = try await existing(account, plan) else {
            return try await save(account, plan, replacing: nil)
        }
        if plan.names(existing.account) || plan.names(account) {
            return try await save(account, plan, replacing: existing.account.id)
        }
        guard caller.program == .terminal else {
            throw BrokerError(
                .invalidArgument, "\(existing.account.label) is stored already, and nobody can be asked to replace it",
                nextStep: existing.account.username.map { "say that it is meant with --user \(ShellWord.quoted($0))" })
        }
        let handle = LogInHandle(rawValue: parts.clock.uuid())
        keep(PendingLogIn(plan: plan, stage: .confirming(account, existing: existing.account.id)), as: handle)
        return .confirmReplacement(of: existing.account, handle)
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
        _ account: NewAccount, _ plan: LogInPlan, replacing existing: AccountID?
    ) async throws(BrokerError) -> LogInStep {
        guard let stored = try await AccountSaving(parts: parts, plan: plan).save(account, replacing: existing) else {
            // Another process was faster: what holds for an account that was there holds for this one.
            return try await settle(account, plan)
        }
        parts.announce(.accounts(stored.service))
        return .done(stored, warning: account.warning)
    }
}

extension LogInPlan {
    /// Whether the person named this account as the one that is expected.
    fileprivate func names(_ account: Account) -> Bool {
        request.username.flatMap(PersonName.name)?.lowercased() == account.username?.lowercased()
            && account.username != nil
    }

    fileprivate func names(_ account: NewAccount) -> Bool {
        request.username.flatMap(PersonName.name)?.lowercased() == account.username?.lowercased()
            && account.username != nil
    }
}
