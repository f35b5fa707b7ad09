import FoundationEssentials
import SocialClient

extension Date {
    /// `2026-11-30 10:03:21`, as listings have it.
    ///
    /// - Parameter civilTime: a time in the person's zone.
    func text(in civilTime: (Int) -> CivilTime) -> String {
        let time = civilTime(Int(timeIntervalSince1970.rounded(.down)))
        return "\(time.isoDate) \(time.exactClock)"
    }
}
