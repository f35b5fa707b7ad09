import CGio

/// Host names with letters outside ASCII, as they go over the wire (RFC 3490).
public enum InternationalHostname {
    /// The host name in ASCII (`xn--…` labels), or nil when it has no such form: a label longer than 63 bytes,
    /// a character that names must not hold, or an `xn--` label that holds more than ASCII.
    public static func ascii(_ host: String) -> String? {
        // SAFETY: GLib reads the terminated copy during the call only, and hands over a new terminated string, freed here
        // after it was copied.
        guard let ascii = unsafe g_hostname_to_ascii(host) else { return nil }
        defer { unsafe g_free(ascii) }
        return unsafe String(cString: ascii)
    }
}
