/// Makes text of others fit for one line of a message.
package enum OneLine {
    /// The text with control characters and line separators made visible (`\u{1B}`), cut to `length` characters.
    package static func visible(_ text: String, length: Int = 200) -> String {
        var shown = ""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if index == length { return shown + "…" }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
                shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}
