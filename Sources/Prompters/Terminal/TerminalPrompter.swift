import AccountModel
package import AccountStore
import CShims

/// Asks in the lines of the terminal that the caller passed, one question at a time on each.
package struct TerminalPrompter: Prompter {
    private let silence: Duration
    private let screens: Screens

    /// - Parameter silence: how long a question waits for its answer.
    package init(silence: Duration = .seconds(120), screens: Screens = Screens()) {
        self.silence = silence
        self.screens = screens
    }

    package func ask(
        _ question: AccessQuestion, of caller: Caller
    ) async throws(PrompterError) -> AccessAnswer {
        try await ask(question, of: caller, at: caller.place())
    }

    func ask(
        _ question: AccessQuestion, of caller: Caller, at place: AskingPlace
    ) async throws(PrompterError) -> AccessAnswer {
        let terminal: Descriptor
        switch place {
        case .passedTerminal(let passed): terminal = passed
        case .nowhere(let reason): throw PrompterError(reason)
        case .ownTerminal, .display: throw PrompterError("there is no terminal to ask on")
        }
        let device = acctstore_terminal_device(terminal.rawValue)
        guard device != 0 else { throw PrompterError("what it passed is no terminal") }
        let outcome = await screens.turns.take(.terminal(device)) {
            await withdrawable { [silence] isWithdrawn in
                // Silence begins here: a busy machine may have taken its time to come so far.
                TerminalConversation(
                    terminal: terminal, end: .now + silence,
                    isWanted: { !isWithdrawn() && caller.isInForeground() }
                ).ask(question)
            }
        }
        return try outcome.get()
    }
}
