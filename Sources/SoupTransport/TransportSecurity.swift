import CGio

/// What must be said to the TLS library before it is first used.
public enum TransportSecurity {
    /// Refuses TLS 1.0 and 1.1 for the whole process.
    ///
    /// Call it first thing, while there is one thread: GnuTLS behind GIO reads its priorities from the environment once
    /// and accepts the old versions by default.
    public static func refuseOldVersions() {
        _ = unsafe g_setenv("G_TLS_GNUTLS_PRIORITY", "NORMAL:%COMPAT:-VERS-TLS1.0:-VERS-TLS1.1", 1)
    }
}
