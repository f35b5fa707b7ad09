import AccountModel
import FoundationEssentials

/// When a service will listen again.
enum RateLimit {
    /// Seconds from now, from `Retry-After` (RFC 9110) or `X-Rate-Limit-Reset` (seconds since 1970); nil where the answer
    /// does not say, or names a time that has passed.
    static func secondsToWait(_ headers: [HeaderField], now: Date) -> Int? {
        let seconds =
            headers[field: "Retry-After"].flatMap { delay($0, now: now) }
            ?? headers[field: "X-Rate-Limit-Reset"].flatMap(Double.init).flatMap {
                whole($0 - now.timeIntervalSince1970)
            }
        return seconds.flatMap { $0 > 0 ? $0 : nil }
    }

    private static func delay(_ text: String, now: Date) -> Int? {
        (Int(text).map(Double.init) ?? ServiceTime.date(text)?.timeIntervalSince(now)).flatMap(whole)
    }

    /// A time further off than a year is not one that a service means.
    private static func whole(_ seconds: Double) -> Int? {
        abs(seconds) < 366 * 86400 ? Int(seconds.rounded(.up)) : nil
    }
}
