/// Makes text of others fit for one line of a message.
///
/// Blanks of every width and what selects and joins emoji stay, which in a question could hide something: there
/// ``VisibleText`` is stricter.
package enum OneLine {
    /// The text with control characters and line separators written out (`\u{1B}`), cut to `length` characters.
    package static func visible(_ text: String, length: Int = 200) -> String {
        let scalars = Array(text.unicodeScalars)
        var shown = ""
        for (index, scalar) in scalars.prefix(length).enumerated() {
            if isInvisible(scalar), !joinsEmoji(scalars, at: index) {
                shown += VisibleText.escape(scalar)
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return scalars.count > length ? shown + "…" : shown
    }

    /// The first character that ``visible(_:length:)`` writes out, so written; `nil` where there is none.
    package static func firstInvisible(in text: String) -> String? {
        let scalars = Array(text.unicodeScalars)
        return scalars.indices.first { isInvisible(scalars[$0]) && !joinsEmoji(scalars, at: $0) }.map {
            VisibleText.escape(scalars[$0])
        }
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: false
        }
    }

    /// Whether a zero width joiner makes one picture of those beside it (UTS #51, ED-16).
    private static func joinsEmoji(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        guard scalars[index] == "\u{200D}", index + 1 < scalars.count else { return false }
        return endsPicture(scalars, before: index) && isEmoji(scalars[index + 1])
    }

    /// Whether what ends there is shown as a picture: by itself, or by a selector behind what can be one (ED-9a).
    private static func endsPicture(_ scalars: [Unicode.Scalar], before index: Int) -> Bool {
        guard index > 0 else { return false }
        if scalars[index - 1] == "\u{FE0F}" { return index > 1 && isEmoji(scalars[index - 2]) }
        return scalars[index - 1].properties.isEmojiPresentation
    }

    /// `©`, `™` and `♂` are, digits are not.
    private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && scalar.properties.isEmoji
    }

    /// The same with blanks and line breaks run together, for words of a service that may come as a page.
    package static func joined(_ text: String, length: Int = 200) -> String {
        let words = text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        return visible(String(String.UnicodeScalarView(words.joined(separator: [" "]))), length: length)
    }
}
