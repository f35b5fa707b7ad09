import AccountStore
import CGio
import CLibsoup
import SecretBytes

/// Answers the requests that come to a callback's port. On the server's thread.
///
/// Whatever runs on this machine, or in a browser, can send requests here. Nothing of them is repeated, and only the
/// query of a GET of the very address is handed on: another name in `Host` is a page elsewhere whose name was made to
/// lead here.
struct CallbackDesk: Sendable {
    let address: CallbackAddress
    let port: UInt16
    let receiver: any CallbackReceiver
    let traffic: CallbackTraffic

    /// Bytes of the longest query that is looked at.
    private static let longestQuery = 2048

    func answer(_ message: OpaquePointer) {
        unsafe traffic.begin(message)
        unsafe soup_message_body_set_accumulate(soup_server_message_get_request_body(message), 0)
        let (status, page) = unsafe verdict(on: message)
        let fields = unsafe soup_server_message_get_response_headers(message)
        for (name, value) in CallbackHTML.headers {
            unsafe soup_message_headers_replace(fields, name, value)
        }
        if status == .methodNotAllowed { unsafe soup_message_headers_replace(fields, "Allow", "GET") }
        unsafe soup_server_message_set_status(message, status.rawValue, nil)
        let text = CallbackHTML.page(page)
        unsafe soup_server_message_set_response(
            message, "text/html; charset=utf-8", SOUP_MEMORY_COPY, text, gsize(text.utf8.count))
    }

    /// RFC 9110, section 15.
    private enum Status: UInt32 {
        case ok = 200
        case badRequest = 400
        case notFound = 404
        case methodNotAllowed = 405
        case uriTooLong = 414
        case misdirectedRequest = 421
    }

    private func verdict(on message: OpaquePointer) -> (Status, CallbackPage) {
        let fields = unsafe soup_server_message_get_request_headers(message)
        let host = unsafe text(soup_message_headers_get_list(fields, "Host"))
        guard isOwn(host) else { return (.misdirectedRequest, .refused) }
        let uri = unsafe soup_server_message_get_uri(message)
        guard unsafe text(g_uri_get_path(uri)) == path else { return (.notFound, .refused) }
        guard unsafe text(soup_server_message_get_method(message)) == "GET" else {
            return (.methodNotAllowed, .refused)
        }
        let query = unsafe text(g_uri_get_query(uri)).utf8
        guard query.count <= CallbackDesk.longestQuery else { return (.uriTooLong, .refused) }
        let page = receiver.receive(SharedSecret(SecretBytes(copying: query)))
        return (page == .refused ? .badRequest : .ok, page)
    }

    /// Decoded, as libsoup gives that of a request.
    private var path: String {
        guard let decoded = unsafe g_uri_unescape_string(address.path, nil) else { return address.path }
        defer { unsafe g_free(decoded) }
        return unsafe text(decoded)
    }

    private func isOwn(_ host: String) -> Bool {
        let host = host.lowercased()
        return host == "\(address.host):\(port)" || (port == 80 && host == address.host)
    }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String {
        unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }
}
