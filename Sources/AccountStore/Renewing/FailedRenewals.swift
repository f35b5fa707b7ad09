import AccountModel
import FoundationEssentials
import SecretBytes
import Synchronization

/// How the last renewal of each account failed: an answer for all who waited for it, and for a while for whoever comes
/// after.
///
/// What was refused once is not sent again: services take that for theft (RFC 9700, section 4.14). And twenty programs that
/// find a service silent wait for its time-out once, not twenty times.
final class FailedRenewals: Sendable {
    /// A place in the order of failures.
    struct Moment: Sendable {
        fileprivate var count: UInt64
    }

    private struct Failure: Sendable {
        var error: BrokerError
        /// Tells the refresh token that was sent from others; `nil` where none was.
        var token: Int?
        var number: UInt64
        var time: Date
    }

    private struct State: Sendable {
        var count: UInt64 = 0
        var failures: [AccountID: Failure] = [:]
    }

    /// Seconds for which a service that did not answer, or could not, is left alone.
    private static let pause = 5.0

    private let state = Mutex(State())

    /// What fails from now on fails after it.
    var moment: Moment { state.withLock { Moment(count: $0.count) } }

    /// - Parameter refreshToken: the one that was sent; `nil` where it did not come to that.
    func note(_ error: BrokerError, of id: AccountID, sending refreshToken: SharedSecret?, at now: Date) {
        let token = refreshToken?.hashForThisProcess
        state.withLock { state in
            state.count += 1
            state.failures[id] = Failure(error: error, token: token, number: state.count, time: now)
        }
    }

    func forget(_ id: AccountID) {
        state.withLock { $0.failures[id] = nil }
    }

    /// Of what failed while one waited, before a refresh token was sent.
    func failure(of id: AccountID, since arrival: Moment) -> BrokerError? {
        guard let failure = failure(of: id), failure.token == nil, failure.number > arrival.count else { return nil }
        return failure.error
    }

    /// Of what failed with this refresh token: while one waited, or so lately that it is not tried again.
    ///
    /// - Parameter mayRepeat: whether only what failed meanwhile counts.
    func failure(
        of id: AccountID, sending refreshToken: SharedSecret, since arrival: Moment, mayRepeat: Bool, at now: Date
    ) -> BrokerError? {
        guard let failure = failure(of: id), failure.token == refreshToken.hashForThisProcess else { return nil }
        if failure.number > arrival.count { return failure.error }
        guard !mayRepeat else { return nil }
        switch failure.error.code {
        // It stays refused, whatever the account's state says by now.
        case .credentialRejected: return failure.error
        case .unavailable, .tryLater:
            let age = now.timeIntervalSince(failure.time)
            guard age >= 0, age < FailedRenewals.pause else { return nil }
            let when = "this was tried \(Int(age)) seconds ago, and is tried again after \(Int(FailedRenewals.pause))"
            return BrokerError(
                failure.error.code, "\(failure.error.message); \(when)", nextStep: failure.error.nextStep)
        default: return nil
        }
    }

    private func failure(of id: AccountID) -> Failure? { state.withLock { $0.failures[id] } }
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
