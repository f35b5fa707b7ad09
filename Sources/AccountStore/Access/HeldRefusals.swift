import AccountModel
import FoundationEssentials
import Synchronization

/// A no that cannot be remembered in the keychain, held in memory for an hour, so that a program does not ask again
/// and again.
final class HeldRefusals: Sendable {
    struct Refusal: Hashable, Sendable {
        /// The session or the program that it holds for.
        var holder: String
        var matter: Matter
    }

    enum Matter: Hashable, Sendable {
        case access(Grant.Scope, Service)
        /// Any of them: other words would be another try.
        case personsCommands
    }

    /// In seconds.
    static let length = 3600.0
    private let refusals = Mutex<[Refusal: Date]>([:])

    func add(_ refusal: Refusal, at now: Date) {
        refusals.withLock { refusals in
            refusals = refusals.filter { HeldRefusals.holds($0.value, at: now) }
            refusals[refusal] = now
        }
    }

    /// For how long a refusal still holds, in seconds; `nil` where there is none.
    func timeLeft(of refusal: Refusal, at now: Date) -> Double? {
        guard let begin = refusals.withLock({ $0[refusal] }), HeldRefusals.holds(begin, at: now) else { return nil }
        return begin.addingTimeInterval(HeldRefusals.length).timeIntervalSince(now)
    }

    /// A clock that was set back ends a refusal: nobody is to be locked out for longer than was said.
    private static func holds(_ begin: Date, at now: Date) -> Bool {
        begin <= now && now < begin.addingTimeInterval(length)
    }
}
