import CGio
import GLibBridge

/// The parts of a URL that matter here, as libsoup reads them.
struct URLReading {
    let scheme: String
    let host: String
    let hasUserInfo: Bool
    let hasFragment: Bool
    /// What stands in the first line of a request.
    let pathAndQuery: String

    /// `nil` for what is no URL. Anything behind a NUL is not looked at.
    init?(_ url: String) {
        // libsoup's own flags (SOUP_HTTP_URI_FLAGS, a macro that Swift does not import): encoded parts stay as they are.
        let flags = GUriFlags(
            rawValue: G_URI_FLAGS_HAS_PASSWORD.rawValue | G_URI_FLAGS_ENCODED_PATH.rawValue
                | G_URI_FLAGS_ENCODED_QUERY.rawValue | G_URI_FLAGS_ENCODED_FRAGMENT.rawValue
                | G_URI_FLAGS_SCHEME_NORMALIZE.rawValue)
        guard let uri = unsafe g_uri_parse(url, flags, nil) else { return nil }
        defer { unsafe g_uri_unref(uri) }
        scheme = unsafe g_uri_get_scheme(uri).map { unsafe String(cString: $0) } ?? ""
        host = unsafe g_uri_get_host(uri).map { unsafe String(cString: $0) } ?? ""
        hasUserInfo = unsafe g_uri_get_userinfo(uri) != nil
        hasFragment = unsafe g_uri_get_fragment(uri) != nil
        let path = unsafe g_uri_get_path(uri).map { unsafe String(cString: $0) } ?? ""
        let query = unsafe g_uri_get_query(uri).map { unsafe String(cString: $0) }
        pathAndQuery = path + (query.map { "?\($0)" } ?? "")
    }
}
