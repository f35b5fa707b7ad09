/// Makes text of a stranger fit to be shown on a terminal: one line, nothing in it that a terminal obeys, cut to length.
enum SingleLine {
    /// Long enough for the reasons that services give, short enough for a screen.
    static let usualLength = 200

    /// The text on one line, blanks run together, controls shown as pictures or escapes, cut after `length` code points.
    static func shown(_ text: String, length: Int = usualLength) -> String {
        var line = ""
        var room = length
        for word in text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace) {
            let separator = line.isEmpty ? "" : " "
            guard word.count + separator.count <= room else {
                line += separator
                for scalar in word.prefix(max(0, room - separator.count)) { line += shown(scalar) }
                return line + "…"
            }
            line += separator
            for scalar in word { line += shown(scalar) }
            room -= word.count + separator.count
        }
        return line
    }

    private static func shown(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x00...0x1F: picture(0x2400 + scalar.value)
        case 0x7F: picture(0x2421)
        // C1 controls, and characters that turn the direction of writing or part lines.
        case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
            "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: String(scalar)
        }
    }

    /// The symbol for a control character (U+2400 and up): ␛ for escape.
    private static func picture(_ value: UInt32) -> String {
        Unicode.Scalar(value).map(String.init) ?? ""
    }
}
