/// What can be a person's name or id at a service.
package enum PersonName {
    /// The name without `@`; `nil` for what is no plain word.
    package static func name(_ text: String) -> String? {
        let name = text.hasPrefix("@") ? String(text.dropFirst()) : text
        return isPlain(name) ? name : nil
    }

    /// The id; `nil` for what is no plain word. Ids with the marks of other kinds of identity are none.
    package static func id(_ text: String) -> String? {
        isPlain(text) && !text.hasPrefix("?") && !text.hasPrefix("@") ? text : nil
    }

    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty && !text.contains(where: \.isWhitespace) && text == OneLine.visible(text, length: 128)
    }
}
