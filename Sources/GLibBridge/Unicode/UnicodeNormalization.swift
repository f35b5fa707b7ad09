internal import CGio

/// What FoundationEssentials lacks and GLib has: normal form and names of hosts.
package enum UnicodeNormalization {
    /// The text in Unicode normal form C, in which `e` with a combining acute is the one scalar `é`.
    package static func nfc(_ text: String) -> String {
        // GLib stops at a NUL byte: what stands between NULs is normalized piece by piece.
        text.utf8.split(separator: 0, omittingEmptySubsequences: false)
            .map { normalizedPiece(String(Substring($0))) }
            .joined(separator: "\0")
    }

    /// The host in the form that DNS and certificates use (IDNA: `xn--…`), or nil for one that has no such form.
    package static func asciiHost(_ host: String) -> String? {
        guard !host.isEmpty, !host.utf8.contains(0), let ascii = unsafe g_hostname_to_ascii(host) else { return nil }
        defer { unsafe g_free(ascii) }
        return unsafe String(cString: ascii)
    }

    private static func normalizedPiece(_ text: String) -> String {
        guard let normal = unsafe g_utf8_normalize(text, gssize(text.utf8.count), G_NORMALIZE_NFC) else {
            return text
        }
        defer { unsafe g_free(normal) }
        return unsafe String(cString: normal)
    }
}
