import AccountModel
import AccountStore
import CShims

/// Asks in the lines of a terminal, one question at a time on each.
struct TerminalPrompter: Sendable {
    /// How long a question waits for its answer.
    let silence: Duration
    let screens: Screens

    func ask(
        _ question: AccessQuestion, of caller: Caller, on terminal: Descriptor
    ) async throws(PrompterError) -> AccessAnswer {
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
