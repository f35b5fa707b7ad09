import SocialClient

/// Dates as they stand beside posts.
extension CivilTime {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `27 Oct`
    var dayAndMonth: String {
        Self.months.indices.contains(month - 1) ? "\(day) \(Self.months[month - 1])" : "\(day)"
    }

    /// `27 Oct 2010`
    var date: String { "\(dayAndMonth) \(year)" }
}
