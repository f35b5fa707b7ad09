import CGio

/// What must be said to the TLS library before it is first used.
public enum TransportSecurity {
    /// Refuses TLS 1.0 and 1.1, and the resuming of earlier TLS sessions, for the whole process.
    ///
    /// GnuTLS behind GIO accepts the old versions by default. A resumed session is not verified again, and GIO keeps
    /// sessions by host alone: one that began under the person's own authorities would count under the system's too.
    ///
    /// Call it first thing, while there is one thread: the library reads its priorities from the environment once.
    public static func refuseOldVersions() {
        let priorities = "NORMAL:%COMPAT:-VERS-TLS1.0:-VERS-TLS1.1:%NO_TICKETS"
        _ = unsafe g_setenv("G_TLS_GNUTLS_PRIORITY", priorities, 1)
    }
}
