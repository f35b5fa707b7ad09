import AccountModel

/// Leads the person through a log-in, step by step, as the agent asks.
struct LogInDialogue {
    enum Input {
        case pin(PINInput)
        /// A password or tokens.
        case secret(SecretInput)
    }

    let broker: any Broker
    let request: LogInRequest
    let input: Input
    let context: CommandContext

    func run() async throws {
        var step = try await begin()
        while true {
            switch step {
            case .visit(let url, let handle):
                show(url)
                step = try await givePIN(handle)
            case .askAgain(let remaining, let handle):
                context.messages.instruction("the PIN was empty; \(remaining) more to try")
                step = try await givePIN(handle)
            case .confirmReplacement(let account, let handle):
                step = try await settleReplacement(of: account, handle)
            case .done(let account, let warning):
                if let warning { context.messages.warning(warning) }
                context.messages.note("added \(account.shownLabel)")
                try context.output.write(lines: [String(account.number)])
                return
            }
        }
    }

    private func begin() async throws -> LogInStep {
        guard case .secret(let secret) = input else { return try await broker.beginLogIn(request) }
        return try await secret.lend(in: context) { descriptor in
            var request = request
            request.secret = descriptor
            return try await broker.beginLogIn(request)
        }
    }

    /// The address stands on a line of its own, whole, so that it can be copied.
    private func show(_ url: String) {
        let words = "Open this address, allow the access, and give the PIN that is shown:"
        let address = OneLine.visible(url, length: 8192)
        for line in [words, "", address, ""] { context.messages.instruction(line) }
        // Somebody who has sent the messages elsewhere must still see where to go.
        if case .pin(.typed) = input, !context.messages.sink.isTerminal {
            for line in [words, "", address, ""] { context.terminal.show(line) }
        }
    }

    private func givePIN(_ handle: LogInHandle) async throws -> LogInStep {
        guard case .pin(let pin) = input else {
            await broker.cancelLogIn(handle)
            throw BrokerError(.failed, "the agent asked for a PIN where there is none")
        }
        return try await pin.lend(in: context) { try await broker.continueLogIn(handle, with: .pin($0)) }
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
