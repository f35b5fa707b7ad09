internal import CGio
internal import Glibc
internal import SystemCalls

/// A failure reported by GLib, GIO or a D-Bus peer, as a plain value.
///
/// Programs decide by `kind` (or by `remoteName` for errors of a known interface). `message` is GLib's or the peer's
/// own text: good for a log, not for people.
package struct GLibError: Error, Hashable, Sendable {
    /// GLib's name of the error domain, such as `g-io-error-quark`.
    package let domain: String
    /// The code within the domain.
    package let code: Int
    /// What GLib or the peer said, without GDBus's `GDBus.Error:NAME:` in front.
    package let message: String
    /// The D-Bus error name that a peer sent, such as `org.freedesktop.Secret.Error.IsLocked`; nil for local failures.
    package let remoteName: String?

    package init(domain: String, code: Int, message: String, remoteName: String? = nil) {
        self.domain = domain
        self.code = code
        self.message = message
        self.remoteName = remoteName
    }
}

extension GLibError {
    /// What a caller can do something about.
    package enum Kind: Hashable, Sendable {
        /// A cancellable was cancelled: by a deadline or by a task.
        case cancelled
        /// No answer within the time given.
        case timedOut
        /// The bus knows no such name and cannot start it.
        case noProvider
        /// The peer went away with the call unanswered, or the bus gave up waiting for it.
        case noReply
        /// The connection to the bus, or to a server, is gone or was never there.
        case disconnected
        /// The bus or the peer refuses this caller.
        case accessDenied
        /// The caller's own mistake: a text with a NUL byte, a malformed name. Nothing was sent.
        case invalidArgument
        case other
    }

    package var kind: Kind {
        switch domain {
        case Self.ioDomain: Self.ioKinds[code] ?? .other
        case Self.dbusDomain: Self.dbusKinds[code] ?? .other
        case Self.ownDomain: .invalidArgument
        default: .other
        }
    }

    /// Nothing is there yet; what would have waited for it was told not to.
    var isWouldBlock: Bool { domain == Self.ioDomain && code == Int(G_IO_ERROR_WOULD_BLOCK.rawValue) }

    /// Too few descriptors are left, of which others may leave more.
    package var isShortOfDescriptors: Bool {
        domain == Self.ioDomain && code == Int(G_IO_ERROR_TOO_MANY_OPEN_FILES.rawValue)
    }

    /// A value that may not be handed to GLib, which would print a warning and do nothing.
    static func invalidArgument(_ message: String) -> GLibError {
        GLibError(domain: ownDomain, code: 0, message: message)
    }

    static func timedOut(_ message: String) -> GLibError {
        GLibError(domain: ioDomain, code: Int(G_IO_ERROR_TIMED_OUT.rawValue), message: message)
    }

    static func noProvider(_ message: String) -> GLibError {
        GLibError(domain: dbusDomain, code: Int(G_DBUS_ERROR_SERVICE_UNKNOWN.rawValue), message: message)
    }

    static let noDescriptors = GLibError(
        domain: ioDomain, code: Int(G_IO_ERROR_TOO_MANY_OPEN_FILES.rawValue), message: SystemError.words(EMFILE))

    static let ownDomain = "acctstore-glib-bridge"
    private static let ioDomain = name(ofQuark: g_io_error_quark())
    private static let dbusDomain = name(ofQuark: g_dbus_error_quark())

    private static let ioKinds = table([
        (.cancelled, [G_IO_ERROR_CANCELLED]),
        (.timedOut, [G_IO_ERROR_TIMED_OUT]),
        (
            .disconnected,
            [
                G_IO_ERROR_CLOSED, G_IO_ERROR_BROKEN_PIPE, G_IO_ERROR_NOT_FOUND, G_IO_ERROR_CONNECTION_REFUSED,
                G_IO_ERROR_NOT_CONNECTED,
            ]
        ),
        (.accessDenied, [G_IO_ERROR_PERMISSION_DENIED]),
    ])

    private static let dbusKinds = table([
        (.timedOut, [G_DBUS_ERROR_TIMEOUT, G_DBUS_ERROR_TIMED_OUT]),
        (
            .noProvider,
            [
                G_DBUS_ERROR_SERVICE_UNKNOWN, G_DBUS_ERROR_NAME_HAS_NO_OWNER, G_DBUS_ERROR_SPAWN_EXEC_FAILED,
                G_DBUS_ERROR_SPAWN_FORK_FAILED, G_DBUS_ERROR_SPAWN_CHILD_EXITED, G_DBUS_ERROR_SPAWN_CHILD_SIGNALED,
                G_DBUS_ERROR_SPAWN_FAILED, G_DBUS_ERROR_SPAWN_SERVICE_NOT_FOUND,
            ]
        ),
        (.noReply, [G_DBUS_ERROR_NO_REPLY]),
        (.disconnected, [G_DBUS_ERROR_DISCONNECTED, G_DBUS_ERROR_NO_SERVER]),
        (.accessDenied, [G_DBUS_ERROR_ACCESS_DENIED, G_DBUS_ERROR_AUTH_FAILED]),
    ])

    private static func table<Code: RawRepresentable>(_ rows: [(Kind, [Code])]) -> [Int: Kind]
    where Code.RawValue == UInt32 {
        var kinds: [Int: Kind] = [:]
        for (kind, codes) in rows {
            for code in codes { kinds[Int(code.rawValue)] = kind }
        }
        return kinds
    }

    static func name(ofQuark quark: GQuark) -> String {
        // Quark names are never freed.
        guard let name = unsafe g_quark_to_string(quark) else { return "" }
        return unsafe String(cString: name)
    }
}

extension GLibError: CustomStringConvertible {
    package var description: String { "\(remoteName ?? "\(domain) \(code)"): \(message)" }
}
