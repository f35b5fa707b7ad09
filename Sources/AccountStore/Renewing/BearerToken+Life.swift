import FoundationEssentials

/// How long an access token lasts, by this machine's clock.
extension BearerToken {
    /// Seconds before its end from which a token is renewed: enough for a request on a slow line.
    private static let longestMargin = 60.0

    /// Whether it has ended; one that came without an end never has, as far as is known.
    func hasEnded(at now: Date) -> Bool {
        expires.map { $0 <= now } ?? false
    }

    /// Whether it ends within a minute, or within the last tenth of a short life.
    func isDue(at now: Date) -> Bool {
        guard let expires else { return false }
        let life = issued.map { max(0, expires.timeIntervalSince($0)) }
        let margin = life.map { min(BearerToken.longestMargin, $0 / 10) } ?? BearerToken.longestMargin
        return expires.addingTimeInterval(-margin) <= now
    }
}
