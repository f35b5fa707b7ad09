package import FoundationEssentials

/// Reads the times that services send, in English and UTC offsets whatever the person's language and zone.
package enum ServiceTime {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Reads `Fri Dec 05 15:55:44 +0000 2014` (API v1.1), `Wed, 27 Oct 2010 03:56:39 +0000` (RFC 5322, as in search of
    /// API v1) and `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110); nil for anything else.
    package static func date(_ text: String) -> Date? {
        let words = text.split { $0 == " " || $0 == "," }
        guard words.count == 6 else { return nil }
        let monthComesFirst = Int(words[1]) == nil
        let (day, month) = monthComesFirst ? (words[2], words[1]) : (words[1], words[2])
        let (year, clock, zone) = monthComesFirst ? (words[5], words[3], words[4]) : (words[3], words[4], words[5])
        guard let day = number(day, in: 1...31), let year = number(year, in: 1970...9999),
            let month = months.firstIndex(of: month.lowercased()),
            let seconds = secondsOfDay(clock), let offset = secondsEastOfGreenwich(zone)
        else { return nil }
        let days = daysSince1970(year: year, month: month + 1, day: day)
        return Date(timeIntervalSince1970: Double(days * 86400 + seconds - offset))
    }

    private static func number(_ text: some StringProtocol, in range: ClosedRange<Int>) -> Int? {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int(text),
            range.contains(number)
        else { return nil }
        return number
    }

    /// `15:55:44`; a leap second counts as the one before it.
    private static func secondsOfDay(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = number(parts[0], in: 0...23), let minute = number(parts[1], in: 0...59),
            let second = number(parts[2], in: 0...60)
        else { return nil }
        return hour * 3600 + minute * 60 + min(second, 59)
    }

    private static func secondsEastOfGreenwich(_ text: Substring) -> Int? {
        if text == "GMT" || text == "UTC" { return 0 }
        guard text.utf8.count == 5, let sign = text.first, sign == "+" || sign == "-",
            let hours = number(text.dropFirst().prefix(2), in: 0...23),
            let minutes = number(text.suffix(2), in: 0...59)
        else { return nil }
        return (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
    }

    /// Days of the Gregorian calendar; a year is taken to start in March, so that the leap day comes last.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? (year: year - 1, month: month + 9) : (year: year, month: month - 3)
        let leapDays = shifted.year / 4 - shifted.year / 100 + shifted.year / 400
        let daysBeforeMonth = (153 * shifted.month + 2) / 5
        return shifted.year * 365 + leapDays + daysBeforeMonth + day - 1 - 719468
    }
}
