import AccountStore
import CGio
import CLibsoup
import GLibBridge

/// A URL as libsoup will send it, made sure to be the very string that was signed.
struct RequestTarget: Sendable {
    let url: String
    let host: String
    let isLoopback: Bool
    let isTLS: Bool

    init(_ url: String) throws(TransportError) {
        let parsed: GUriParts
        do {
            parsed = try GUriParts(url)
        } catch {
            throw TransportError(.invalidRequest, "'\(url)' is not a URL that can be sent")
        }
        guard parsed.scheme == "https" || parsed.scheme == "http", !parsed.host.isEmpty else {
            throw TransportError(.invalidRequest, "'\(url)' is not an http or https URL")
        }
        guard url.hasSuffix(parsed.pathAndQuery) || parsed.pathAndQuery == "/" else {
            throw TransportError(.invalidRequest, "'\(url)' would be sent in another spelling")
        }
        self.url = url
        host = parsed.host
        isLoopback = RequestTarget.isLoopback(parsed.host)
        isTLS = parsed.scheme == "https"
        guard isTLS || isLoopback else {
            throw TransportError(
                .invalidRequest, "\(parsed.host) would be reached without TLS, which only loopback may")
        }
    }

    /// `localhost` and the literal addresses of the loopback interface.
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" { return true }
        guard let address = unsafe g_inet_address_new_from_string(host) else { return false }
        defer { unsafe g_object_unref(address) }
        return unsafe g_inet_address_get_is_loopback(address) != 0
    }
}

/// The parts of a URL that matter here, as libsoup reads them.
private struct GUriParts {
    let scheme: String
    let host: String
    let pathAndQuery: String

    init(_ url: String) throws(GLibError) {
        // libsoup's own flags (SOUP_HTTP_URI_FLAGS, a macro that Swift does not import): encoded parts stay as they are.
        let flags = GUriFlags(
            rawValue: G_URI_FLAGS_HAS_PASSWORD.rawValue | G_URI_FLAGS_ENCODED_PATH.rawValue
                | G_URI_FLAGS_ENCODED_QUERY.rawValue | G_URI_FLAGS_ENCODED_FRAGMENT.rawValue
                | G_URI_FLAGS_SCHEME_NORMALIZE.rawValue)
        let uri = try withGError { slot in unsafe g_uri_parse(url, flags, slot) }
        defer { unsafe g_uri_unref(uri) }
        scheme = unsafe g_uri_get_scheme(uri).map { unsafe String(cString: $0) } ?? ""
        host = unsafe g_uri_get_host(uri).map { unsafe String(cString: $0) } ?? ""
        let path = unsafe g_uri_get_path(uri).map { unsafe String(cString: $0) } ?? ""
        let query = unsafe g_uri_get_query(uri).map { unsafe String(cString: $0) }
        pathAndQuery = path + (query.map { "?\($0)" } ?? "")
    }
}
