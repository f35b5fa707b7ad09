/// Text from elsewhere (a file's name, a person's name at a service) made fit to be shown on a terminal.
///
/// Whatever could move the cursor, change the direction of writing or stay unseen is written out: ESC as `\x1B`,
/// U+202E as `\u{202E}`. What is left are characters that stand where they are written.
public enum VisibleText {
    /// On one line: line breaks and tabs are written out too.
    ///
    /// - Parameter limit: the greatest number of characters (as Unicode scalars) that are shown; of a longer text the
    ///   middle is left out, since the start and the end of a path tell most.
    public static func line(_ text: String, limit: Int? = nil) -> String {
        let shown = Array(visible(text, keeping: []).unicodeScalars)
        guard let limit, shown.count > limit, limit > 0 else { return string(shown[...]) }
        let tail = (limit - 1) / 2
        return string(shown[..<(limit - 1 - tail)]) + "…" + string(shown[(shown.count - tail)...])
    }

    /// Over as many lines as the text has: line feeds and tabs are kept, and the joiners and variation selectors that
    /// emoji and some scripts are written with.
    public static func lines(_ text: String) -> String {
        visible(text, keeping: ["\n", "\t", "\u{200C}", "\u{200D}", "\u{FE0E}", "\u{FE0F}"])
    }

    private static func visible(_ text: String, keeping kept: Set<Unicode.Scalar>) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if kept.contains(scalar) || isPlain(scalar) {
                shown.append(scalar)
            } else {
                shown.append(contentsOf: escape(scalar).unicodeScalars)
            }
        }
        return String(shown)
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

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        guard scalar.value < 0x100 else { return "\\u{\(digits)}" }
        return "\\x\(digits.count == 1 ? "0" : "")\(digits)"
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
