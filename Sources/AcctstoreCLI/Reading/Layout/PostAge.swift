import SocialClient

/// When a post was written, as somebody says who reads it.
struct PostAge: Sendable {
    /// Seconds since 1970.
    private let now: Int
    private let thisYear: Int
    private let civilTime: @Sendable (Int) -> CivilTime

    /// - Parameter civilTime: a time in the person's zone.
    init(now: Int, civilTime: @escaping @Sendable (Int) -> CivilTime) {
        self.now = now
        thisYear = civilTime(now).year
        self.civilTime = civilTime
    }

    private static let (minute, hour, day) = (60, 3600, 86400)

    /// `now`, `42 s`, `3 m`, `2 h`, `6 d`, then `27 Oct`, and `27 Oct 2010` of another year.
    ///
    /// - Parameter time: seconds since 1970.
    func brief(_ time: Int) -> String {
        let age = now - time
        switch age {
        // Clocks differ a little.
        case -Self.minute...0: return "now"
        case 1..<Self.minute: return "\(age) s"
        case 0..<Self.hour: return "\(age / Self.minute) m"
        case 0..<Self.day: return "\(age / Self.hour) h"
        case 0..<(7 * Self.day): return "\(age / Self.day) d"
        default:
            let then = civilTime(time)
            return then.year == thisYear ? then.dayAndMonth : then.date
        }
    }

    /// `27 Oct 2010, 05:56`
    func full(_ time: Int) -> String {
        let then = civilTime(time)
        return "\(then.date), \(then.clock)"
    }
}
