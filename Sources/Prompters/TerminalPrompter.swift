import AccountModel
package import AccountStore
import CShims
import Dispatch
import Synchronization

/// Asks on the caller's own terminal, one question at a time on each.
package struct TerminalPrompter: Prompter {
    private let silence: Duration
    /// By the terminal's device number: two questions at once would share one answer.
    private let turns = Turns<UInt32>()

    /// - Parameter silence: how long a question waits for its answer.
    package init(silence: Duration = .seconds(120)) {
        self.silence = silence
    }

    package func ask(
        _ question: AccessQuestion, of caller: Caller
    ) async throws(PrompterError) -> AccessAnswer {
        let terminal: Descriptor
        switch caller.place() {
        case .passedTerminal(let passed): terminal = passed
        case .nowhere(let reason): throw PrompterError(reason)
        case .ownTerminal, .display: throw PrompterError("there is no terminal to ask on")
        }
        let device = acctstore_terminal_device(terminal.rawValue)
        guard device != 0 else { throw PrompterError("what it passed is no terminal") }
        let outcome = await turns.take(device) { await converse(question, terminal: terminal, caller: caller) }
        return try outcome.get()
    }

    /// Reading a terminal blocks, so that it has a thread of its own; it ends soon after the task is cancelled.
    private func converse(
        _ question: AccessQuestion, terminal: Descriptor, caller: Caller
    ) async -> Result<AccessAnswer, PrompterError> {
        let withdrawal = Withdrawal()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DispatchQueue(label: "org.acctstore.question").async {
                    // Silence begins here: a busy machine may have taken its time to come so far.
                    let conversation = TerminalConversation(
                        terminal: terminal, end: .now + silence,
                        isWanted: { !withdrawal.isDone.load(ordering: .relaxed) && caller.isInForeground() })
                    continuation.resume(returning: conversation.ask(question))
                }
            }
        } onCancel: {
            withdrawal.isDone.store(true, ordering: .relaxed)
        }
    }

    private final class Withdrawal: Sendable {
        let isDone = Atomic(false)
    }
}
