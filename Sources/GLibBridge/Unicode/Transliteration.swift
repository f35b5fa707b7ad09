internal import CGio

/// Writing for those who can show nothing but ASCII.
package enum Transliteration {
    /// The text in ASCII: `é` as `e`, `“` as `"`; `?` where there is nothing like it. No NUL may be in the text: what
    /// stands behind one is lost.
    package static func ascii(_ text: String) -> String {
        // The C locale has no rules of a language, by which the result would depend on who reads.
        guard let ascii = unsafe g_str_to_ascii(text, "C") else { return text }
        defer { unsafe g_free(ascii) }
        return unsafe String(cString: ascii)
    }
}
