import CGio

/// Unicode normal forms, which the Swift standard library does not offer in public.
public enum UnicodeNormalization {
    /// The text in Normalization Form C (UAX #15), in which a letter and its accents are one character where they can be.
    ///
    /// NUL characters stay where they are.
    public static func nfc(_ text: String) -> String {
        // GLib stops at a NUL, so the pieces between them are normalised one by one.
        text.split(separator: "\0", omittingEmptySubsequences: false)
            .map { normalizedPiece(String($0)) }
            .joined(separator: "\0")
    }

    private static func normalizedPiece(_ text: String) -> String {
        // SAFETY: GLib reads the terminated copy during the call only, and hands over a new terminated string, freed here
        // after it was copied.
        guard let normalized = unsafe g_utf8_normalize(text, -1, G_NORMALIZE_NFC) else { return text }
        defer { unsafe g_free(normalized) }
        return unsafe String(cString: normalized)
    }
}
