import CGio
import CLibsoup
import GLibBridge

/// Keeps libsoup from giving a proxy the same password for ever.
///
/// libsoup answers every 407 with the name and password of the proxy's URL, also when the proxy has just refused them.
/// After such a refusal its part for authentication is taken off the request, as libsoup itself does at the end of one.
enum ProxyChallenges {
    // The types that libsoup documents for the handlers of these signals.
    private typealias Queued = @convention(c) (OpaquePointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void
    private typealias GotHeaders = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void

    /// On the network thread.
    static func limit(in session: UnsafeMutablePointer<SoupSession>) {
        // It lives as long as the session.
        let manager = unsafe soup_session_get_feature(session, soup_auth_manager_get_type())
        let queued: Queued = { _, message, manager in unsafe ProxyChallenges.watch(message, manager) }
        unsafe connect(
            unsafeBitCast(queued, to: GCallback.self), to: "request-queued", of: OpaquePointer(session),
            UnsafeMutableRawPointer(manager))
    }

    /// libsoup asks a proxy for a tunnel with a message of its own, which goes through the same queue.
    private static func watch(_ message: OpaquePointer?, _ manager: UnsafeMutableRawPointer?) {
        guard unsafe String(cString: soup_message_get_method(message)) == "CONNECT" else { return }
        let gotHeaders: GotHeaders = { message, manager in
            guard unsafe ProxyChallenges.isRefusal(message) else { return }
            _ = unsafe g_signal_handlers_disconnect_matched(
                UnsafeMutableRawPointer(message), G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, manager)
        }
        unsafe connect(unsafeBitCast(gotHeaders, to: GCallback.self), to: "got-headers", of: message, manager)
    }

    /// Whether the proxy was told a password and wants another.
    private static func isRefusal(_ message: OpaquePointer?) -> Bool {
        let sent = unsafe soup_message_get_request_headers(message)
        let answered = unsafe soup_message_get_response_headers(message)
        guard unsafe soup_message_headers_get_list(sent, "Proxy-Authorization") != nil,
            let challenge = unsafe soup_message_headers_get_list(answered, "Proxy-Authenticate")
        else { return false }
        // RFC 7616, section 3.3: the password was right, and only what it was mixed with has grown old.
        return unsafe !String(cString: challenge).lowercased().contains("stale=true")
    }

    private static func connect(
        _ callback: @escaping GCallback, to signal: String, of object: OpaquePointer?,
        _ manager: UnsafeMutableRawPointer?
    ) {
        _ = unsafe g_signal_connect_data(
            UnsafeMutableRawPointer(object), signal, callback, manager, nil, GConnectFlags(rawValue: 0))
    }
}
