import AccountModel
import FoundationEssentials

/// By how much this machine's clock differs from the service's.
enum ClockDrift {
    /// `about 10 minutes slow`, from the answer's `Date`; nil where the answer has none or there is no difference to tell.
    static func words(for headers: [HeaderField], now: Date) -> String? {
        guard let theirs = headers[field: "Date"].flatMap(ServiceTime.date) else { return nil }
        let seconds = Int(theirs.timeIntervalSince(now).rounded())
        guard abs(seconds) >= 2 else { return nil }
        return "about \(amount(abs(seconds))) \(seconds > 0 ? "slow" : "fast")"
    }

    private static func amount(_ seconds: Int) -> String {
        for (unit, name) in [(86400, "days"), (3600, "hours"), (60, "minutes")] where seconds >= 2 * unit {
            return "\((seconds + unit / 2) / unit) \(name)"
        }
        return "\(seconds) seconds"
    }
}
