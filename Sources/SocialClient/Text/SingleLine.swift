import AccountModel

/// Makes the words of a service fit to be part of a message: one line, nothing in it that a terminal obeys, cut to length.
enum SingleLine {
    /// Long enough for the reasons that services give, short enough for a screen.
    static let usualLength = 200

    /// The text with its blanks and line breaks run together, cut after `length` code points.
    static func shown(_ text: String, length: Int = usualLength) -> String {
        let words = text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        let line = Array(words.joined(separator: [" "]))
        let start = String(String.UnicodeScalarView(line.prefix(length)))
        return VisibleText.line(start) + (line.count > length ? "…" : "")
    }
}
