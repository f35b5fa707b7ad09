import AccountModel

/// Leads the person through a log-in, step by step, as the agent asks.
struct LogInDialogue {
    enum Input {
        /// What comes back by the browser; on a terminal the person may type instead.
        case browser(isTyped: Bool)
        case pin(PINInput)
        /// Nothing: the code is typed elsewhere.
        case device(isAttended: Bool)
        /// A password or tokens.
        case secret(SecretInput)

        /// Whether the person sits at the terminal and answers there.
        var isAttended: Bool {
            switch self {
            case .browser(let isTyped): isTyped
            case .device(let isAttended): isAttended
            case .pin(.typed): true
            case .pin(.standardInput), .secret: false
            }
        }
    }

    let broker: any Broker
    let request: LogInRequest
    let input: Input
    let context: CommandContext
    /// Whether an address may be drawn as a code for a phone's camera.
    var mayDraw = true

    func run() async throws {
        var step = try await begin()
        var visit: Visit?
        var unsaved = UnsavedLogIn(broker: broker, context: context)
        while true {
            switch step {
            case .visit(let page, let handle):
                visit = Visit(
                    page: page, handle: handle, broker: broker, context: context, mayOpenBrowser: mayOpenBrowser,
                    mayDraw: mayDraw)
                await visit?.begin()
                step = try await comeBack(from: visit)
            case .askAgain(let why, let remaining, _):
                context.messages.instruction("\(OneLine.visible(why)); \(remaining) more to try")
                step = try await comeBack(from: visit)
            case .confirmAccount(let username, let service, let handle):
                step = try await settleAccount("@\(OneLine.visible(username, length: 128)) (\(service))", handle)
            case .confirmReplacement(let account, let handle):
                step = try await settleReplacement(of: account, handle)
            case .unsaved(let why, let handle):
                step = try await unsaved.store(handle, after: why)
            case .overtaken: throw BrokerError(.failed, "the log-in was answered twice")
            case .done(let account, let warning):
                if let warning { context.messages.warning(warning) }
                guard request.account == nil else {
                    context.messages.note("logged in to \(account.shownLabel)")
                    return
                }
                context.messages.note("added \(account.shownLabel)")
                try context.output.write(lines: [String(account.number)])
                return
            }
        }
    }

    private var mayOpenBrowser: Bool {
        if case .browser = input { true } else { false }
    }

    private func begin() async throws -> LogInStep {
        guard case .secret(let secret) = input else { return try await broker.beginLogIn(request) }
        return try await secret.lend(in: context) { descriptor in
            var request = request
            request.secret = descriptor
            return try await broker.beginLogIn(request)
        }
    }

    private func comeBack(from visit: Visit?) async throws -> LogInStep {
        guard let visit else { throw BrokerError(.failed, "the agent asked for an answer to no visit") }
        switch input {
        case .browser(isTyped: false), .device: return try await visit.comeBack()
        case .browser(isTyped: true) where visit.page.callback != nil, .pin(.typed) where visit.page.callback != nil:
            return try await context.terminal.lend(prompt: visit.prompt, hidden: false) { terminal in
                try await visit.comeBack(orTyped: terminal)
            }
        case .browser(isTyped: true): return try await give(.typed, to: visit)
        case .pin(let pin): return try await give(pin, to: visit)
        case .secret:
            await broker.cancelLogIn(visit.handle)
            throw BrokerError(.failed, "the agent asked for a PIN where there is none")
        }
    }

    private func give(_ pin: PINInput, to visit: Visit) async throws -> LogInStep {
        try await pin.lend(prompt: visit.prompt, in: context) {
            try await broker.continueLogIn(visit.handle, with: .pin($0))
        }
    }

    /// The browser may have been logged in as somebody else.
    private func settleAccount(_ account: String, _ handle: LogInHandle) async throws -> LogInStep {
        let question = request.account == nil ? "Add \(account)?" : "Is \(account) the account that you mean?"
        if await Confirmation.ask(question, on: context.terminal) {
            return try await broker.continueLogIn(handle, with: .yes)
        }
        _ = try await broker.continueLogIn(handle, with: .no)
        throw BrokerError(
            .cancelled, request.account == nil ? "\(account) was not added" : "nothing was changed")
    }

    /// An identity that is stored already gets a new credential only where the person says so.
    private func settleReplacement(of account: Account, _ handle: LogInHandle) async throws -> LogInStep {
        guard context.canAsk else {
            await broker.cancelLogIn(handle)
            throw BrokerError(
                .invalidArgument,
                "\(account.shownLabel) is stored already, and nobody can be asked whether to replace it",
                nextStep: account.username.map { "add --user \(ShellWord.quoted($0)) to the command" })
        }
        let question = "\(account.shownLabel) is stored already. Replace its credential?"
        if await Confirmation.ask(question, on: context.terminal) {
            return try await broker.continueLogIn(handle, with: .yes)
        }
        // The agent forgets what it got; whatever it says to a no, nothing is stored.
        _ = try await broker.continueLogIn(handle, with: .no)
        throw BrokerError(.cancelled, "\(account.shownLabel) was left as it is")
    }
}
