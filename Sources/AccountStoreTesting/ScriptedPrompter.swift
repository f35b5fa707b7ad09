public import AccountStore
import Synchronization

/// A prompter that answers from a script and keeps the questions.
///
/// Without an answer left it cannot ask, as where there is no terminal.
public final class ScriptedPrompter: Prompter {
    private let script: Mutex<[Result<AccessAnswer, PrompterError>]>
    private let log = Mutex<[AccessQuestion]>([])
    private let isHeld = Mutex(false)

    /// A prompter with answers in its script; without any, it cannot ask.
    public init(_ answers: [AccessAnswer] = []) {
        script = Mutex(answers.map { .success($0) })
    }

    /// The questions that were answered, the first one first.
    public var questions: [AccessQuestion] { log.withLock { $0 } }

    /// Adds answers at the end of the script.
    public func answer(_ answers: AccessAnswer...) {
        script.withLock { $0 += answers.map { .success($0) } }
    }

    /// Adds a question that comes to nothing at the end of the script.
    public func fail(_ error: PrompterError) {
        script.withLock { $0.append(.failure(error)) }
    }

    /// Leaves questions unanswered until ``release()``, as a person does who is away.
    public func hold() {
        isHeld.withLock { $0 = true }
    }

    /// Lets questions be answered again, those that wait too.
    public func release() {
        isHeld.withLock { $0 = false }
    }

    public func ask(
        _ question: AccessQuestion, of caller: Caller, at place: AskingPlace
    ) async throws(PrompterError) -> AccessAnswer {
        let answer = script.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let answer else { throw PrompterError("there is no terminal to ask on") }
        log.withLock { $0.append(question) }
        while isHeld.withLock({ $0 }), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(2)) }
        return try answer.get()
    }
}
