import Glibc

/// A time as the clock on the wall shows it.
package struct CivilTime: Sendable, Equatable {
    package var year: Int
    /// 1 to 12.
    package var month: Int
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int

    package init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// localtime_r need not read TZ by itself (POSIX.1-2017). Once: it looks at files, and there are many posts.
    private static let zoneIsRead: Void = tzset()

    /// In the person's zone: that of `TZ`, else of the machine.
    ///
    /// - Parameter seconds: since 1970.
    package static func local(_ seconds: Int) -> CivilTime {
        var seconds = time_t(seconds)
        Self.zoneIsRead
        // SAFETY: both structures are ours, and localtime_r keeps neither; the name of the zone is not looked at.
        var parts = unsafe tm()
        unsafe localtime_r(&seconds, &parts)
        return unsafe CivilTime(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
    }

    /// `05:56`
    package var clock: String { "\(Self.twoDigits(hour)):\(Self.twoDigits(minute))" }

    /// `05:56:21`
    package var exactClock: String { "\(clock):\(Self.twoDigits(second))" }

    /// `2010-10-27`
    package var isoDate: String { "\(year)-\(Self.twoDigits(month))-\(Self.twoDigits(day))" }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
