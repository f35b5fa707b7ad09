/// Text from elsewhere (a file's name, a person's name at a service) made fit to be shown in a question.
///
/// Whatever could move the cursor, change the direction of writing or stay unseen is written out: ESC as `\u{1B}`,
/// a right-to-left override as `\u{202E}`. What is left are characters that stand where they are written.
public enum VisibleText {
    /// On one line: line breaks and tabs are written out too.
    ///
    /// With a `limit`, at most so many characters (as Unicode scalars) are shown; of a longer text the middle is left out,
    /// since the start and the end of a path tell most.
    public static func line(_ text: String, limit: Int? = nil) -> String {
        var shown: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars {
            if isPlain(scalar) { shown.append(scalar) } else { shown += escape(scalar).unicodeScalars }
        }
        guard let limit, shown.count > limit, limit > 0 else { return string(shown[...]) }
        let tail = (limit - 1) / 2
        return string(shown[..<(limit - 1 - tail)]) + "…" + string(shown[(shown.count - tail)...])
    }

    /// The first character that ``line(_:limit:)`` writes out, so written; `nil` where there is none.
    package static func firstHidden(in text: String) -> String? {
        text.unicodeScalars.first { !isPlain($0) }.map(escape)
    }

    /// How a character is written out: its code point, as Swift and others spell it.
    package static func escape(_ scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
        if scalar.properties.isDefaultIgnorableCodePoint { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .privateUse,
            .unassigned:
            return false
        default:
            return true
        }
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}
