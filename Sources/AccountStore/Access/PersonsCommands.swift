import AccountModel

/// Who may use the person's commands: adding and removing accounts, apps and grants, and listing apps and grants.
///
/// A terminal does. A sandboxed program never does. Any other does where the configuration says so, else the person is
/// asked for this once. Nothing else makes a caller trusted.
struct PersonsCommands: Sendable {
    let parts: StoreParts
    let caller: Caller

    /// How a caller came by the right to a command.
    enum Warrant: Hashable, Sendable {
        case terminal
        case configuration
        /// The person said yes to this very command.
        case answer
    }

    /// - Parameter command: what the caller wants to do, in words after "wants to": `remove @alice (2, twitter)`.
    @discardableResult
    func require(_ command: String) async throws(BrokerError) -> Warrant {
        if caller.program == .terminal { return .terminal }
        try refuseSandbox()
        if try parts.settings().manageWithoutTerminal { return .configuration }
        try await ask(command)
        return .answer
    }

    /// Comes before all else that such a command is looked at for: what there is, is not for a sandbox to find out.
    func refuseSandbox() throws(BrokerError) {
        if caller.program.isSandboxed { throw .notForSandboxes(caller.program) }
    }

    private func ask(_ command: String) async throws(BrokerError) {
        guard caller.mayAsk else { throw refusal(command, caller.cannotAskReason) }
        let held = HeldRefusals.Refusal(
            holder: caller.refusalHolder ?? caller.program.description, matter: .personsCommands)
        let isAllowed = try await parts.turns.take(held.holder) { () async throws(BrokerError) in
            if Task.isCancelled { throw .givenUpBeforeAsked }
            // A program that was told no does not ask again, run anew or for something else.
            if parts.refusals.holds(held, at: parts.clock.now()) { return false }
            let answer = try await answer(to: command)
            if answer == .no { parts.refusals.add(held, at: parts.clock.now()) }
            return answer == .once || answer == .always
        }
        guard isAllowed else {
            throw BrokerError(.accessDenied, "\(caller.program.onOneLine) was not allowed to \(command)")
        }
    }

    private func answer(to command: String) async throws(BrokerError) -> AccessAnswer {
        do throws(PrompterError) {
            return try await parts.prompter.ask(
                AccessQuestion(program: caller.program, subject: .command(command), answers: [.once, .no]), of: caller)
        } catch {
            throw refusal(command, error.reason)
        }
    }

    private func refusal(_ command: String, _ reason: String?) -> BrokerError {
        let why = reason.map { ", and the person cannot be asked: \($0)" } ?? ""
        return BrokerError(
            .accessDenied, "\(caller.program.onOneLine) may not \(command) without a terminal\(why)",
            nextStep: "run the command in a terminal, or set manage-without-terminal=true under [access] in "
                + "acctstore.conf")
    }
}
