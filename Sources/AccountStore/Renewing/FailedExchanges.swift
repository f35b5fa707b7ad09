import AccountModel
import FoundationEssentials
import SecretBytes
import Synchronization

/// How the last exchange for a token failed, for each account or app: an answer for all who waited for it, and for a while
/// for whoever comes after.
///
/// What was refused once is not sent again: services take that for theft (RFC 9700, section 4.14). And twenty programs that
/// find a service silent wait for its time-out once, not twenty times.
final class FailedExchanges<Subject: Hashable & Sendable>: Sendable {
    /// A place in the order of failures.
    struct Moment: Sendable {
        fileprivate var count: UInt64
    }

    private struct Failure: Sendable {
        var error: BrokerError
        /// Tells the secret that was sent from others; `nil` where none was.
        var secret: Int?
        var number: UInt64
        var time: Date
        /// Seconds for which it is not tried again.
        var pause: Double
    }

    private struct State: Sendable {
        var count: UInt64 = 0
        var failures: [Subject: Failure] = [:]
    }

    private let state = Mutex(State())

    /// What fails from now on fails after it.
    var moment: Moment { state.withLock { Moment(count: $0.count) } }

    /// - Parameters:
    ///   - secret: the one that was sent; `nil` where it did not come to that.
    ///   - wait: seconds that the service asks to wait.
    func note(
        _ error: BrokerError, of subject: Subject, sending secret: SharedSecret?, wait: Int? = nil, at now: Date
    ) {
        let hash = secret?.hashForThisProcess
        state.withLock { state in
            state.count += 1
            state.failures[subject] = Failure(
                error: error, secret: hash, number: state.count, time: now, pause: ExchangePause.seconds(wait))
        }
    }

    func forget(_ subject: Subject) {
        state.withLock { $0.failures[subject] = nil }
    }

    /// Of what failed while one waited, before a secret was sent.
    func failure(of subject: Subject, since arrival: Moment) -> BrokerError? {
        guard let failure = failure(of: subject), failure.secret == nil, failure.number > arrival.count else {
            return nil
        }
        return failure.error
    }

    /// Of what failed with this secret: while one waited, or so lately that it is not tried again.
    ///
    /// - Parameter mayRepeat: whether only what failed meanwhile counts.
    func failure(
        of subject: Subject, sending secret: SharedSecret, since arrival: Moment, mayRepeat: Bool, at now: Date
    ) -> BrokerError? {
        guard let failure = failure(of: subject), failure.secret == secret.hashForThisProcess else { return nil }
        if failure.number > arrival.count { return failure.error }
        guard !mayRepeat else { return nil }
        switch failure.error.code {
        // It stays refused, whatever the account's state says by now.
        case .credentialRejected: return failure.error
        case .unavailable, .tryLater:
            let age = now.timeIntervalSince(failure.time)
            guard age >= 0, age < failure.pause else { return nil }
            let left = Int((failure.pause - age).rounded(.up))
            let when = "this was tried \(seconds(Int(age))) ago, and is tried again after \(seconds(left))"
            return BrokerError(
                failure.error.code, "\(failure.error.message); \(when)", nextStep: failure.error.nextStep)
        default: return nil
        }
    }

    private func seconds(_ count: Int) -> String { "\(count) \(count == 1 ? "second" : "seconds")" }

    private func failure(of subject: Subject) -> Failure? { state.withLock { $0.failures[subject] } }
}

/// For how long a service that did not answer, or could not, is left alone.
private enum ExchangePause {
    private static let shortest = 5.0
    /// A service may ask for a day, by mistake too; to be asked once an hour hurts none.
    private static let longest = 3600.0

    /// - Parameter wait: what the service asks for.
    static func seconds(_ wait: Int?) -> Double {
        min(max(shortest, Double(wait ?? 0)), longest)
    }
}

extension SharedSecret {
    /// Of its bytes, under a key of this process's own: what is kept of a secret that must not be kept.
    fileprivate var hashForThisProcess: Int {
        withSpan { bytes in
            var hasher = Hasher()
            for index in bytes.indices { hasher.combine(bytes[index]) }
            return hasher.finalize()
        }
    }
}
