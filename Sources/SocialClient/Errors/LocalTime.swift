import FoundationEssentials
import Glibc

/// A time as the person's own clock shows it, in the zone that `TZ` or the machine names.
struct LocalTime {
    private var day: String
    private var clock: String

    /// `at 15:04`, or `on 2026-03-01 at 15:04` where that is another day than `now`.
    static func words(for date: Date, now: Date) -> String {
        guard let time = LocalTime(date) else { return "later" }
        return (time.day == LocalTime(now)?.day ? "" : "on \(time.day) ") + "at \(time.clock)"
    }

    /// Nil for a year that no `int` holds.
    private init?(_ date: Date) {
        guard var seconds = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) else { return nil }
        // localtime_r need not read TZ by itself (POSIX.1-2017).
        tzset()
        // SAFETY: the numbers are read alone; the pointer to the zone's name stays untouched.
        var time = unsafe tm()
        // SAFETY: both pointers are lent for the call.
        guard unsafe localtime_r(&seconds, &time) != nil else { return nil }
        unsafe (day, clock) = (
            "\(time.tm_year + 1900)-\(Self.padded(time.tm_mon + 1))-\(Self.padded(time.tm_mday))",
            "\(Self.padded(time.tm_hour)):\(Self.padded(time.tm_min))"
        )
    }

    private static func padded(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
