import AccountModel
import FoundationEssentials

/// When a service will listen again.
enum RateLimit {
    /// Whole seconds from now, at least 1; nil where the answer does not say, or names a time that has passed.
    ///
    /// From `Retry-After` (RFC 9110); else from the reset of the limits that the answer says are used up, the last of
    /// them; else from whatever reset there is, since an answer may refuse and count 800 requests left all the same.
    static func secondsToWait(_ headers: [HeaderField], now: Date) -> Int? {
        if let wait = RetryAfter.seconds(headers, now: now) { return wait }
        let now = RetryAfter.serviceTime(headers, now: now)
        let usedUp = limits.filter { headers[field: "\($0)-remaining"] == "0" }
        let resets = (usedUp.isEmpty ? limits : usedUp).compactMap { headers[field: "\($0)-reset"] }
        return resets.compactMap { RetryAfter.seconds($0, from: now) }.max()
    }

    /// `try again at 15:04 (in 300 seconds)`, the time being local.
    static func nextStep(_ headers: [HeaderField], now: Date) -> String {
        guard let wait = secondsToWait(headers, now: now) else { return "try again later" }
        return "try again \(localTime(in: wait, from: now)) (in \(wait) seconds)"
    }

    /// `at 15:04`, or `on 2026-03-01 at 15:04` where that is another day, as the person's own clock shows it.
    private static func localTime(in wait: Int, from now: Date) -> String {
        let seconds = Int(now.timeIntervalSince1970.rounded(.down))
        let (today, then) = (CivilTime.local(seconds), CivilTime.local(seconds + wait))
        return (then.isoDate == today.isoDate ? "" : "on \(then.isoDate) ") + "at \(then.clock)"
    }

    /// How the header fields of limits begin: for a day and for a quarter of an hour at X, and as others spell it.
    private static let limits = [
        "x-app-limit-24hour", "x-user-limit-24hour", "x-rate-limit", "x-ratelimit", "ratelimit",
    ]
}
