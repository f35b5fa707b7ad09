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
        try caller.refuseSandbox()
        if try parts.settings().manageWithoutTerminal { return .configuration }
        try await ask(command)
        return .answer
    }

    private func ask(_ command: String) async throws(BrokerError) {
        guard caller.mayAsk else { throw refusal(command, caller.cannotAskReason) }
        let question = AccessQuestion(program: caller.program, subject: .command(command), answers: [.once, .no])
        let answer: AccessAnswer
        do throws(PrompterError) {
            answer = try await parts.prompter.ask(question, of: caller)
        } catch {
            throw refusal(command, error.reason)
        }
        guard answer == .once || answer == .always else {
            throw BrokerError(.accessDenied, "\(caller.program.onOneLine) was not allowed to \(command)")
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
