public import AccountStore
import Synchronization

/// A prompter that answers from a script and keeps the questions.
///
/// Without an answer left it cannot ask, as where there is no terminal.
public final class ScriptedPrompter: Prompter {
    private let script: Mutex<[AccessAnswer]>
    private let log = Mutex<[AccessQuestion]>([])

    /// A prompter with answers in its script; without any, it cannot ask.
    public init(_ answers: [AccessAnswer] = []) {
        script = Mutex(answers)
    }

    /// The questions that were answered, the first one first.
    public var questions: [AccessQuestion] { log.withLock { $0 } }

    /// Adds answers at the end of the script.
    public func answer(_ answers: AccessAnswer...) {
        script.withLock { $0 += answers }
    }

    public func ask(_ question: AccessQuestion, of caller: Caller) async throws(PrompterError) -> AccessAnswer {
        let answer = script.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let answer else { throw PrompterError("there is no terminal to ask on") }
        log.withLock { $0.append(question) }
        return answer
    }
}
