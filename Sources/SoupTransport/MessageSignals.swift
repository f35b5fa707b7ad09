import CGio
import CLibsoup
import GLibBridge

/// What libsoup tells of a message while it is sent. On the network thread.
enum MessageSignals {
    // The types that libsoup documents for the handlers of these signals.
    private typealias NetworkEvent =
        @convention(c) (OpaquePointer?, GSocketClientEvent, OpaquePointer?, UnsafeMutableRawPointer?) -> Void
    private typealias Starting = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void

    static func connect(_ message: NetworkObject, to progress: RequestProgress) {
        let event: NetworkEvent = { _, event, stream, data in
            guard let stream = unsafe stream, let progress = unsafe UserData<RequestProgress>.peek(data) else { return }
            unsafe MessageSignals.handle(event, of: stream, for: progress)
        }
        let starting: Starting = { message, data in
            // libsoup gives the service what only the proxy on the way to it should get.
            unsafe soup_message_headers_remove(soup_message_get_request_headers(message), "Proxy-Authorization")
            unsafe UserData<RequestProgress>.peek(data)?.noteStart()
        }
        // GCallback is GLib's type for handlers of any signal.
        unsafe connect(unsafeBitCast(event, to: GCallback.self), to: "network-event", of: message, progress)
        unsafe connect(unsafeBitCast(starting, to: GCallback.self), to: "starting", of: message, progress)
    }

    /// After libsoup's own handlers, which write header fields.
    private static func connect(
        _ callback: @escaping GCallback, to signal: String, of message: NetworkObject, _ progress: RequestProgress
    ) {
        withExtendedLifetime(message) {
            _ = unsafe g_signal_connect_data(
                UnsafeMutableRawPointer(message.opaque), signal, callback, UserData.retained(progress),
                { data, _ in unsafe UserData<RequestProgress>.release(data) }, G_CONNECT_AFTER)
        }
    }

    private static func handle(_ event: GSocketClientEvent, of stream: OpaquePointer, for progress: RequestProgress) {
        if event == G_SOCKET_CLIENT_CONNECTED, unsafe isA(stream, g_socket_connection_get_type()) {
            let socket = unsafe g_socket_connection_get_socket(UnsafeMutablePointer(stream))
            if let reference = unsafe GObjectReference(retaining: OpaquePointer(socket)) {
                progress.noteConnection(reference)
            }
        } else if event == G_SOCKET_CLIENT_TLS_HANDSHAKING, unsafe isA(stream, g_tls_connection_get_type()) {
            unsafe offerHTTP1(stream)
        }
    }

    /// Under HTTP/2 a server can have a request sent again (RFC 9113, section 8.7), and connections are shared.
    private static func offerHTTP1(_ connection: OpaquePointer) {
        unsafe "http/1.1".withCString { http1 in
            var protocols: [UnsafePointer<CChar>?] = unsafe [http1, nil]
            unsafe g_tls_connection_set_advertised_protocols(UnsafeMutablePointer(connection), &protocols)
        }
    }

    private static func isA(_ object: OpaquePointer, _ type: GType) -> Bool {
        unsafe g_type_check_instance_is_a(UnsafeMutablePointer(object), type) != 0
    }
}
