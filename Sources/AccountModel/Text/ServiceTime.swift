package import FoundationEssentials

/// Reads the times that services send, in English and UTC offsets whatever the person's language and zone.
package enum ServiceTime {
    /// Reads `Fri Dec 05 15:55:44 +0000 2014` (API v1.1), `Wed, 27 Oct 2010 03:56:39 +0000` (RFC 5322, as in search of
    /// API v1), `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110) and `2014-12-05T15:55:44.000Z` (RFC 3339); nil for anything
    /// else.
    package static func date(_ text: String) -> Date? {
        var text = TimeReader(text.utf8)
        return text.startsWithDigit ? text.timestamp() : text.sentence()
    }
}

/// Takes a time apart from its start on.
private struct TimeReader {
    private var rest: Substring.UTF8View

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    init(_ text: String.UTF8View) {
        rest = text[...]
    }

    var startsWithDigit: Bool { rest.first.map(Self.isDigit) ?? false }

    /// `2014-12-05T15:55:44.000+01:00`
    mutating func timestamp() -> Date? {
        guard let year = number(4...4, in: 1970...9999), skip("-"), let month = number(2...2, in: 1...12), skip("-"),
            let day = number(2...2, in: 1...31), skip("T") || skip("t") || skip(" "), let seconds = clock()
        else { return nil }
        if skip(".") { rest = rest.drop(while: Self.isDigit) }
        guard let offset = zone(), rest.isEmpty else { return nil }
        return Self.date(year: year, month: month, day: day, seconds: seconds - offset)
    }

    /// `Fri Dec 05 15:55:44 +0000 2014`, `Wed, 27 Oct 2010 03:56:39 +0000`
    mutating func sentence() -> Date? {
        _ = word()
        _ = skip(",")
        guard skipBlanks() else { return nil }
        return startsWithDigit ? dayFirst() : monthFirst()
    }

    private mutating func monthFirst() -> Date? {
        guard let month = month(), skipBlanks(), let day = number(1...2, in: 1...31), skipBlanks(),
            let seconds = clock(), skipBlanks(), let offset = zone(), skipBlanks(),
            let year = number(4...4, in: 1970...9999), rest.isEmpty
        else { return nil }
        return Self.date(year: year, month: month, day: day, seconds: seconds - offset)
    }

    private mutating func dayFirst() -> Date? {
        guard let day = number(1...2, in: 1...31), skipBlanks(), let month = month(), skipBlanks(),
            let year = number(4...4, in: 1970...9999), skipBlanks(), let seconds = clock(), skipBlanks(),
            let offset = zone(), rest.isEmpty
        else { return nil }
        return Self.date(year: year, month: month, day: day, seconds: seconds - offset)
    }

    // MARK: - The parts

    /// `15:55:44`, as seconds; a leap second counts as the one before it.
    private mutating func clock() -> Int? {
        guard let hour = number(2...2, in: 0...23), skip(":"), let minute = number(2...2, in: 0...59), skip(":"),
            let second = number(2...2, in: 0...60)
        else { return nil }
        return hour * 3600 + minute * 60 + min(second, 59)
    }

    /// `GMT`, `Z`, `+0130` or `+01:30`, as seconds east of Greenwich.
    private mutating func zone() -> Int? {
        let sign = rest.first
        if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            rest = rest.dropFirst()
            guard let hours = number(2...2, in: 0...23) else { return nil }
            _ = skip(":")
            guard let minutes = number(2...2, in: 0...59) else { return nil }
            return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
        }
        return ["z", "gmt", "utc"].contains(word()) ? 0 : nil
    }

    private mutating func month() -> Int? {
        Self.months.firstIndex(of: word()).map { $0 + 1 }
    }

    /// The letters that come next, in lower case.
    private mutating func word() -> String {
        let letters = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
        rest = rest[letters.endIndex...]
        return String(decoding: letters.map { $0 | 0x20 }, as: UTF8.self)
    }

    private mutating func number(_ length: ClosedRange<Int>, in range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix(length.upperBound).prefix(while: Self.isDigit)
        guard length.contains(digits.count) else { return nil }
        rest = rest[digits.endIndex...]
        let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return range.contains(number) ? number : nil
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func skipBlanks() -> Bool {
        guard skip(" ") else { return false }
        while skip(" ") {}
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    // MARK: - The calendar

    /// Days of the Gregorian calendar; a year is taken to start in March, so that the leap day comes last.
    private static func date(year: Int, month: Int, day: Int, seconds: Int) -> Date {
        let shifted = month <= 2 ? (year: year - 1, month: month + 9) : (year: year, month: month - 3)
        let leapDays = shifted.year / 4 - shifted.year / 100 + shifted.year / 400
        let daysBeforeMonth = (153 * shifted.month + 2) / 5
        let days = shifted.year * 365 + leapDays + daysBeforeMonth + day - 1 - 719468
        return Date(timeIntervalSince1970: Double(days * 86400 + seconds))
    }
}
