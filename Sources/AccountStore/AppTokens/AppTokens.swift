import AccountModel
import FoundationEssentials
import SecretBytes
import Synchronization

/// Tokens that services gave to apps for themselves (RFC 6749, section 4.4): in memory alone, for as long as they live and
/// secrets are kept.
///
/// Another one is had at any time for the app's secret, so that there is nothing to store.
final class AppTokens: Sendable {
    /// What a token was given for.
    struct Subject: Hashable, Sendable {
        var service: Service
        /// Where tokens are given.
        var address: String
        var clientID: String
        var scopes: String
    }

    /// A token, and what the service has said of it since.
    struct Kept: Sendable {
        var token: BearerToken
        /// Whether the service has accepted it.
        var isProven = false
        fileprivate var lastUse = ContinuousClock.now

        init(_ token: BearerToken) {
            self.token = token
        }
    }

    private struct State {
        var kept: [Subject: Kept] = [:]
        var isKeeping = true
    }

    /// Each takes locked pages: these are more apps than anybody has in use.
    private static let most = 16

    /// One request for a token at a time; who waited looks again.
    let turns = Turns<Subject>()
    let failed = FailedExchanges<Subject>()
    private let state = Mutex(State())
    private let sweeper = Sweeper()

    /// The token that is kept.
    ///
    /// - Parameter secret: of the app now; one that was had for another secret is not given.
    func token(for subject: Subject, of secret: SharedSecret) -> Kept? {
        state.withLock { state in
            guard let kept = state.kept[subject] else { return nil }
            guard kept.token.clientSecret?.isSame(as: secret) == true else {
                state.kept[subject] = nil
                return nil
            }
            state.kept[subject]?.lastUse = .now
            return kept
        }
    }

    /// - Parameter span: how long it is kept unused; with zero it is not.
    func keep(_ kept: Kept, for subject: Subject, within span: @escaping @Sendable () -> Duration) {
        guard span() > .zero else { return forget(subject) }
        let isKept = state.withLock { state in
            guard state.isKeeping else { return false }
            if state.kept[subject] == nil, state.kept.count >= AppTokens.most,
                let oldest = state.kept.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.kept[oldest.key] = nil
            }
            state.kept[subject] = kept
            return true
        }
        if isKept { sweeper.begin { [weak self] in self?.nextDue(span()) } }
    }

    /// Notes that the service accepts this one.
    func accept(_ token: SharedSecret, for subject: Subject) {
        state.withLock { state in
            guard state.kept[subject]?.token.accessToken.isSame(as: token) == true else { return }
            state.kept[subject]?.isProven = true
        }
    }

    func forget(_ subject: Subject) {
        state.withLock { $0.kept[subject] = nil }
    }

    func forgetAll() {
        state.withLock { $0.kept = [:] }
    }

    /// Whether tokens may be kept from now on; those that are there go where they may not.
    func setKeeps(_ keeps: Bool) {
        state.withLock { state in
            state.isKeeping = keeps
            if !keeps { state.kept = [:] }
        }
    }

    /// Drops what nobody has used for so long, and tells when the next is due; `nil` with the last one.
    private func nextDue(_ span: Duration) -> ContinuousClock.Instant? {
        state.withLock { state in
            let limit = ContinuousClock.now - span
            state.kept = state.kept.filter { $0.value.lastUse > limit }
            return state.kept.values.map { $0.lastUse + span }.min()
        }
    }
}
