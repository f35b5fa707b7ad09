internal import CGio

/// What GLib's tables of Unicode tell about the room that a character takes on a terminal.
package enum UnicodeWidth {
    /// Whether it takes two columns: East Asian Width W or F, among them emoji that show as pictures by themselves.
    package static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        g_unichar_iswide(scalar.value) != 0
    }

    /// Whether it takes none: combining marks, format characters, and the vowels and finals of conjoining Hangul.
    package static func isZero(_ scalar: Unicode.Scalar) -> Bool {
        g_unichar_iszerowidth(scalar.value) != 0
    }
}
