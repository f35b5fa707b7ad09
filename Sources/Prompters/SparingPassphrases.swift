import AccountModel
package import AccountStore
package import SecretBytes
import Synchronization

/// Leaves the person alone: once they dismissed the question for a passphrase, the same program cannot have it raised again
/// for a while. Whoever sits at the terminal asks for it themselves, and is asked each time.
package struct SparingPassphrases: PassphraseAsking {
    /// How long one is left alone.
    package static let pause = Duration.seconds(30)

    private let asking: any PassphraseAsking
    private let now: @Sendable () -> ContinuousClock.Instant
    private let dismissed = Dismissals()

    /// - Parameters:
    ///   - asking: who asks.
    ///   - now: the time, as it counts while the machine sleeps too.
    package init(
        _ asking: any PassphraseAsking, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.asking = asking
        self.now = now
    }

    package func passphrase(
        _ question: PassphraseQuestion, of caller: Caller
    ) async throws(PassphraseRefusal) -> SharedSecret {
        guard caller.program != .terminal else { return try await asking.passphrase(question, of: caller) }
        // Without a name of its own, a program is known by its session.
        let isNamed = caller.program != .unknown && caller.program != .sandbox
        let holder = isNamed ? caller.program.description : caller.session
        if let begin = dismissed.times.withLock({ $0[holder] }), now() < begin + Self.pause {
            throw .notAsked(
                "its question was dismissed less than \(Self.pause.components.seconds) seconds ago")
        }
        do throws(PassphraseRefusal) {
            return try await asking.passphrase(question, of: caller)
        } catch {
            if error == .dismissed { note(holder) }
            throw error
        }
    }

    private func note(_ holder: String) {
        let now = now()
        dismissed.times.withLock { times in
            times = times.filter { now < $0.value + Self.pause }
            times[holder] = now
        }
    }

    private final class Dismissals: Sendable {
        let times = Mutex<[String: ContinuousClock.Instant]>([:])
    }
}
