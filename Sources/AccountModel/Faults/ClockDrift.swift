package import FoundationEssentials

/// By how much this machine's clock differs from a service's, as the `Date` of its answers tells.
package enum ClockDrift {
    /// Seconds from which on two clocks disagree.
    ///
    /// `Date` is up to a second old, and the answer was under way for less than the half minute that a request may
    /// take, so that clocks that are kept stay well below. Services take timestamps that are five minutes off (Twitter)
    /// or more.
    package static let tolerance = 120.0

    /// Seconds that the service's clock is ahead of `now`, whole as `Date` is; nil where the answer does not say.
    package static func seconds(_ headers: [HeaderField], now: Date) -> Double? {
        headers[field: "Date"].flatMap(ServiceTime.date)
            .map { $0.timeIntervalSince(now).rounded() }
    }

    /// `this machine's clock is about 10 minutes slow`, for what ``seconds(_:now:)`` gave.
    package static func words(_ seconds: Double) -> String {
        "this machine's clock is about \(amount(abs(seconds))) \(seconds > 0 ? "slow" : "fast")"
    }

    private static func amount(_ seconds: Double) -> String {
        for (unit, name) in [(86400.0, "days"), (3600, "hours"), (60, "minutes")] where seconds >= 2 * unit {
            return "\(Int((seconds / unit).rounded())) \(name)"
        }
        return "\(Int(seconds)) seconds"
    }
}
