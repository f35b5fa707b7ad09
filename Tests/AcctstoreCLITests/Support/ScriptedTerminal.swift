import AccountModel
import AcctstoreCLI
import Synchronization

/// A terminal whose person types what the test says.
final class ScriptedTerminal: Terminal {
    let isInForeground: Bool
    private let state: Mutex<State>
    /// Kept open for a person who types nothing.
    private let silence = Mutex<Pipe?>(nil)

    private struct State {
        var answers: [String]
        var shown: [String] = []
        var isHidden = false
    }

    /// - Parameter answers: a line for each question; `nil` for a process without a terminal. After the answer
    ///   ``silent`` nothing is typed any more.
    static let silent = "(nothing is typed)"

    init(_ answers: [String]?) {
        isInForeground = answers != nil
        state = Mutex(State(answers: answers ?? []))
    }

    var descriptor: Descriptor? { nil }

    /// What was shown and asked, in order.
    var shown: [String] { state.withLock(\.shown) }
    /// Whether echo is off.
    var isHidden: Bool { state.withLock(\.isHidden) }

    func show(_ line: String) {
        state.withLock { $0.shown.append(line) }
    }

    func dropTyped() {}

    func ask(_ question: String) async -> String? {
        state.withLock { state in
            state.shown.append(question)
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
    }

    func hideTyping<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result { try await body() }

    func lend<Result: Sendable>(
        prompt: String, hidden: Bool, _ reader: (Descriptor) async throws -> Result
    ) async throws -> Result {
        let answer = await ask(prompt + (hidden ? "(hidden)" : ""))
        state.withLock { $0.isHidden = hidden }
        defer { state.withLock { $0.isHidden = false } }
        if answer == ScriptedTerminal.silent {
            let pipe = try Pipe()
            silence.withLock { $0 = pipe }
            return try await reader(pipe.reader)
        }
        // A line is typed with its end; without an answer the input has ended.
        return try await reader(try Pipe(holding: answer.map { $0 + "\n" } ?? "").reader)
    }
}
