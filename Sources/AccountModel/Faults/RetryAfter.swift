package import FoundationEssentials

/// When a service wants to be asked again.
package enum RetryAfter {
    /// A time further off than a year is not one that a service means.
    package static let longestWait = 366.0 * 86400

    /// Whole seconds that an answer asks to wait (RFC 9110, section 10.2.3), at least 1; nil where it does not say, or names
    /// a time that has passed.
    package static func seconds(_ headers: [HeaderField], now: Date) -> Int? {
        headers[field: "Retry-After"].flatMap { seconds($0, from: serviceTime(headers, now: now)) }
    }

    /// The time by the service's own clock, where it tells it: what it names is a time by that.
    package static func serviceTime(_ headers: [HeaderField], now: Date) -> Date {
        headers[field: "Date"].flatMap(ServiceTime.date) ?? now
    }

    /// Seconds to wait, seconds or milliseconds since 1970, or a time in words (RFC 9110, ISO 8601).
    package static func seconds(_ text: String, from now: Date) -> Int? {
        let wait: Double
        if let number = Double(text) {
            switch number {
            case ..<longestWait: wait = number
            case ..<1e11: wait = number - now.timeIntervalSince1970
            default: wait = number / 1000 - now.timeIntervalSince1970
            }
        } else {
            let date = ServiceTime.date(text) ?? (try? Date.ISO8601FormatStyle().parse(text))
            guard let date else { return nil }
            wait = date.timeIntervalSince(now)
        }
        return wait > 0 && wait < longestWait ? Int(wait.rounded(.up)) : nil
    }
}
