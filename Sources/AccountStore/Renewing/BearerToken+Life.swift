import FoundationEssentials

/// How long an access token lasts, by this machine's clock.
extension BearerToken {
    /// Seconds before its end from which a token is renewed: enough for a request on a slow line.
    private static let longestMargin = 60.0
    /// Seconds for which nothing but a refusal, or the person, is a reason for another one.
    private static let newness = 30.0

    /// Whether it has ended; one that came without an end never has, as far as is known.
    func hasEnded(at now: Date) -> Bool {
        expires.map { $0 <= now } ?? false
    }

    /// Whether it was given seconds ago.
    func isNew(at now: Date) -> Bool {
        issued.map { (0..<BearerToken.newness).contains(now.timeIntervalSince($0)) } ?? false
    }

    /// Whether it ends within a minute, or within the last tenth of a short life.
    func isDue(at now: Date) -> Bool {
        guard let expires else { return false }
        let life = issued.map { max(0, expires.timeIntervalSince($0)) }
        let margin = life.map { min(BearerToken.longestMargin, $0 / 10) } ?? BearerToken.longestMargin
        return expires.addingTimeInterval(-margin) <= now
    }
}
