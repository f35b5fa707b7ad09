internal import CGio

/// Hashes for names of files; nothing here keeps a secret.
package enum Checksum {
    /// SHA-256 of the text's UTF-8, in 64 hexadecimal digits.
    package static func sha256(_ text: String) -> String {
        // GLib knows the algorithm, and answers nil only for one that it does not know.
        guard let digits = unsafe g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, gssize(text.utf8.count))
        else { return "" }
        defer { unsafe g_free(digits) }
        return unsafe String(cString: digits)
    }
}
