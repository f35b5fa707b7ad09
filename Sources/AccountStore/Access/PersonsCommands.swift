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
        if let warrant = try unaskedWarrant() { return warrant }
        try await ask(command)
        return .answer
    }

    /// The right that the caller has before the person is asked; `nil` for none.
    func unaskedWarrant() throws(BrokerError) -> Warrant? {
        if caller.program == .terminal { return .terminal }
        try refuseSandbox()
        return try parts.settings().manageWithoutTerminal ? .configuration : nil
    }

    /// Comes before all else that such a command is looked at for: what there is, is not for a sandbox to find out.
    func refuseSandbox() throws(BrokerError) {
        if caller.program.isSandboxed { throw .notForSandboxes(caller.program) }
    }

    private func ask(_ command: String) async throws(BrokerError) {
        let place = await caller.place()
        if let reason = place.cannotAskReason { throw refusal(command, reason) }
        let held = HeldRefusals.Refusal(
            holder: caller.refusalHolder ?? caller.program.description, matter: .personsCommands)
        try await parts.turns.take(held.holder) { () async throws(BrokerError) in
            if Task.isCancelled { throw .givenUpBeforeAsked }
            // A program that was told no does not ask again, run anew or for something else.
            if let left = parts.refusals.timeLeft(of: held, at: parts.clock.now()) {
                throw notAllowed(command, AccessDenial.held(seconds: left).addition(.ofAllCommands))
            }
            switch try await answer(to: command, at: place) {
            case .once, .always: return
            case .unanswered:
                throw unanswered(
                    command, place.isLeft(by: caller) ? AskingPlace.wasLeft : "none of the answers offered was given")
            case .no:
                parts.refusals.add(held, at: parts.clock.now())
                throw notAllowed(
                    command, AccessDenial.held(seconds: HeldRefusals.length).addition(.ofAllCommands))
            }
        }
    }

    private func answer(to command: String, at place: AskingPlace) async throws(BrokerError) -> AccessAnswer {
        do throws(PrompterError) {
            return try await parts.prompter.ask(
                AccessQuestion(program: caller.program, subject: .command(command), answers: [.once, .no]),
                of: caller, at: place)
        } catch {
            throw error.wasShown ? unanswered(command, error.reason) : refusal(command, error.reason)
        }
    }

    private func unanswered(_ command: String, _ reason: String) -> BrokerError {
        notAllowed(command, " this time: \(reason)", nextStep: "run it again and give one of the answers")
    }

    private func notAllowed(
        _ command: String, _ addition: String, nextStep: String = "run the command in a terminal"
    ) -> BrokerError {
        BrokerError(
            .accessDenied, "\(caller.program.onOneLine) was not allowed to \(command)\(addition)", nextStep: nextStep)
    }

    private func refusal(_ command: String, _ reason: String?) -> BrokerError {
        let file = OneLine.visible(parts.keychains?.configuration ?? "acctstore.conf", length: 4096)
        let why = reason.map { ", and the person cannot be asked: \($0)" } ?? ""
        return BrokerError(
            .accessDenied, "\(caller.program.onOneLine) may not \(command) without a terminal\(why)",
            nextStep: "run the command in a terminal, or set manage-without-terminal=true under [access] in "
                + file)
    }
}
