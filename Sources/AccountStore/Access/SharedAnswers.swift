import AccountModel
import Synchronization

/// What the person answered lately, for requests that waited while another one asked the same.
///
/// A request notes when it came, and takes its turn: an answer that was given since then is its answer too.
final class SharedAnswers: Sendable {
    typealias Outcome = Result<AccessAnswer, PrompterError>

    private struct Given: Sendable {
        var outcome: Outcome
        var at: ContinuousClock.Instant
    }

    /// Longer than any request waits.
    private static let lifetime = Duration.seconds(600)
    private let answers = Mutex<[Question: Given]>([:])

    /// A question as one program asks it.
    struct Question: Hashable, Sendable {
        /// Whose requests wait together.
        var asker: String
        var question: AccessQuestion
    }

    func note(_ outcome: Outcome, to question: Question) {
        let now = ContinuousClock.now
        answers.withLock { answers in
            answers = answers.filter { now - $0.value.at < SharedAnswers.lifetime }
            answers[question] = Given(outcome: outcome, at: now)
        }
    }

    func outcome(of question: Question, since arrival: ContinuousClock.Instant) -> Outcome? {
        answers.withLock { answers in
            answers[question].flatMap { $0.at > arrival ? $0.outcome : nil }
        }
    }
}
