import AccountModel
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
        let shown = OneLine.visible(url)
        // A NUL would end the string for C, and libsoup would encode anything else that is not printable ASCII.
        guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let parsed = URLReading(url) else {
            throw TransportError(.invalidRequest, "'\(shown)' is not a URL that can be sent")
        }
        guard parsed.scheme == "https" || parsed.scheme == "http", !parsed.host.isEmpty else {
            throw TransportError(.invalidRequest, "'\(shown)' is not an http or https URL")
        }
        guard !parsed.hasUserInfo, !parsed.hasFragment else {
            throw TransportError(.invalidRequest, "'\(shown)' has a user name or a fragment, which are not sent")
        }
        // Without any path, the first line has `/`, as the base string of a signature has it.
        guard parsed.pathAndQuery == "/" || url.hasSuffix(parsed.pathAndQuery) else {
            throw TransportError(
                .invalidRequest, "'\(shown)' would be sent in another spelling, \(parsed.pathAndQuery)")
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
    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" { return true }
        guard let address = unsafe g_inet_address_new_from_string(host) else { return false }
        defer { unsafe g_object_unref(address) }
        return unsafe g_inet_address_get_is_loopback(address) != 0
    }
}
