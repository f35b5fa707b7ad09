/// Makes text of others fit for one line of a message.
///
/// Blanks of every width and the selectors of emoji stay, which in a question could hide something: there
/// ``VisibleText`` is stricter.
package enum OneLine {
    /// The text with control characters and line separators written out (`\u{1B}`), cut to `length` characters.
    package static func visible(_ text: String, length: Int = 200) -> String {
        var shown = ""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if index == length { return shown + "…" }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
                shown += VisibleText.escape(scalar)
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    /// The same with blanks and line breaks run together, for words of a service that may come as a page.
    package static func joined(_ text: String, length: Int = 200) -> String {
        let words = text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        return visible(String(String.UnicodeScalarView(words.joined(separator: [" "]))), length: length)
    }
}
