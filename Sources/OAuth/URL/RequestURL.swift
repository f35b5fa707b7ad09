/// The URL of a request: parsed once, rebuilt, and from then on the one string that is checked, signed and sent.
///
/// Scheme and host are lower case and a default port is gone, an empty path is `/` (RFC 5849 section 3.4.1.2);
/// path and query stay as they were given, byte for byte.
public struct RequestURL: Hashable, Sendable {
    /// The whole URL.
    public let text: String
    /// `http` or `https`.
    public let scheme: String
    /// In lower case; an IPv6 address has its brackets.
    public let host: String
    /// The port in use, the scheme's own where none was given.
    public let port: Int
    /// As given, percent-encoded; at least `/`.
    public let path: String
    /// What follows the `?`, encoded; nil without a `?`.
    public let query: String?

    /// Parses `text`, or says what of it no request may have.
    public init(_ text: String) throws(RequestURLError) {
        let parts = try URLParts(text)
        try PathRules.check(parts.path)
        let isDefaultPort = parts.port == parts.defaultPort
        (scheme, host, port, path, query) = (parts.scheme, parts.host, parts.port, parts.path, parts.query)
        let origin = "\(scheme)://\(host)" + (isDefaultPort ? "" : ":\(port)")
        self.text = origin + path + (query.map { "?" + $0 } ?? "")
        baseStringURILength = origin.utf8.count + path.utf8.count
    }

    /// How many bytes of `text` are the base string URI of RFC 5849 section 3.4.1.2: all but the query.
    let baseStringURILength: Int

    /// The base string URI of RFC 5849 section 3.4.1.2.
    public var baseStringURI: String { String(Substring(text.utf8.prefix(baseStringURILength))) }

    /// The path with every triplet decoded, also what was encoded more than once: to be compared, not sent.
    public var decodedPath: [UInt8] { PathRules.decodedThroughout(path) }

    /// The parameters of the query, decoded.
    public var queryParameters: [RequestParameter] {
        FormEncoding.decode((query ?? "").utf8.span)
    }

    /// The same URL with parameters at the end of its query; what was there stays as it is.
    public func adding(_ parameters: [RequestParameter]) -> RequestURL {
        guard !parameters.isEmpty else { return self }
        let addition = FormEncoding.text(of: parameters)
        let separator = query.map { $0.isEmpty || $0.hasSuffix("&") ? "" : "&" } ?? ""
        return RequestURL(self, query: (query ?? "") + separator + addition)
    }

    /// The same URL with three dots for every credential in its query: to be read, not sent.
    public func masked() -> RequestURL {
        guard query != nil else { return self }
        return RequestURL(self, query: FormEncoding.text(of: queryParameters.map { $0.masked() }))
    }

    private init(_ other: RequestURL, query: String) {
        (scheme, host, port, path) = (other.scheme, other.host, other.port, other.path)
        baseStringURILength = other.baseStringURILength
        self.query = query
        text = other.baseStringURI + "?" + query
    }
}

extension RequestURL {
    /// Whether scheme, host and port are those of `base` and the path lies at or below its path.
    ///
    /// A base path ends at a `/`: `/1.1` covers `/1.1` and `/1.1/x`, not `/1.10`. Paths are compared with unreserved
    /// characters decoded and hexadecimal digits in upper case (RFC 3986 section 6.2.2); the base's query is ignored.
    public func isBelow(_ base: RequestURL) -> Bool {
        guard scheme == base.scheme, host == base.host, port == base.port else { return false }
        let (path, basePath) = (PathRules.normalized(path), PathRules.normalized(base.path))
        return path == basePath || path.hasPrefix(basePath.hasSuffix("/") ? basePath : basePath + "/")
    }
}

extension RequestURL: CustomStringConvertible {
    public var description: String { text }
}
