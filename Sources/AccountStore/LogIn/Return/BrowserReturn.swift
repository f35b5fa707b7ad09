import AccountModel
import SecretBytes
import Synchronization

/// The place that the browser of one log-in comes back to. The first right answer counts, and no other after it.
///
/// The port is closed when nobody holds this any more.
final class BrowserReturn: Sendable {
    /// What came of waiting.
    enum Outcome: Sendable {
        case answered(CallbackAnswer)
        case timeIsOver
        /// Somebody else waits now, or has an answer of another kind.
        case overtaken
        /// The log-in was given up, or the task cancelled.
        case cancelled
    }

    /// Seconds that the browser is waited for.
    static let patience = 300

    private let listener: any CallbackListener
    private let answers: Answers

    /// The address that the service is to be told.
    var url: String { listener.url }

    /// Binds the port. Every request gets an error page until it is known what is expected.
    init(at address: CallbackAddress, by listening: any CallbackListening) async throws(CallbackTrouble) {
        answers = Answers()
        listener = try await listening.listen(at: address, seconds: BrowserReturn.patience, for: answers)
    }

    deinit { listener.close() }

    /// From here on an answer that fits is taken.
    func expect(_ answer: ExpectedAnswer) {
        answers.expect(answer)
    }

    /// Takes no answer any more; whoever waits, or comes to wait, learns why.
    func close(as outcome: Outcome) {
        answers.settle(outcome)
        listener.close()
    }

    /// Waits for the browser. One call at a time waits: it is overtaken by the next one.
    func outcome() async -> Outcome {
        for await outcome in answers.wait() { return outcome }
        return .cancelled
    }

    /// Ends the waiting, because the person gave another answer.
    func overtake() {
        answers.overtake()
    }
}

/// What the listener hands on; apart from ``BrowserReturn``, which the listener must not keep alive.
private final class Answers: CallbackReceiver {
    private struct State {
        var expected: ExpectedAnswer?
        var outcome: BrowserReturn.Outcome?
        var waiting: AsyncStream<BrowserReturn.Outcome>.Continuation?

        mutating func settle(_ outcome: BrowserReturn.Outcome) {
            self.outcome = outcome
            endWaiting(with: outcome)
        }

        mutating func endWaiting(with outcome: BrowserReturn.Outcome) {
            waiting?.yield(outcome)
            waiting?.finish()
            waiting = nil
        }
    }

    private let state = Mutex(State())

    func expect(_ answer: ExpectedAnswer) {
        state.withLock { $0.expected = answer }
    }

    func receive(_ query: SharedSecret) -> CallbackPage {
        state.withLock { state in
            guard state.outcome == nil, let expected = state.expected,
                let answer = query.withSpan({ CallbackAnswer($0, to: expected) })
            else { return .refused }
            state.settle(.answered(answer))
            return switch answer {
            case .allowed: .allowed
            case .denied: .denied
            case .failed: .failed
            }
        }
    }

    func timeIsOver() {
        settle(.timeIsOver)
    }

    func settle(_ outcome: BrowserReturn.Outcome) {
        state.withLock { state in
            if state.outcome == nil { state.settle(outcome) }
        }
    }

    func wait() -> AsyncStream<BrowserReturn.Outcome> {
        let (stream, continuation) = AsyncStream.makeStream(of: BrowserReturn.Outcome.self)
        state.withLock { state in
            state.endWaiting(with: .overtaken)
            state.waiting = continuation
            if let outcome = state.outcome { state.endWaiting(with: outcome) }
        }
        return stream
    }

    func overtake() {
        state.withLock { $0.endWaiting(with: .overtaken) }
    }
}
