import AccountModel

extension Settings {
    /// A base URL: it ends in a slash, so that a path below it can be told from one that merely begins alike.
    func base(_ key: String, in group: String) throws(BrokerError) -> String? {
        guard let text = try url(key, in: group) else { return nil }
        guard !text.contains("?") else { throw error(key, in: group, "\(shown(text)): a base URL has no query") }
        guard text.hasSuffix("/") else { throw error(key, in: group, "\(shown(text)) does not end in '/'") }
        return text
    }

    /// An absolute URL that secrets may be sent to: `https`, or `http` on this machine alone.
    func url(_ key: String, in group: String) throws(BrokerError) -> String? {
        guard let text = text(key, in: group) else { return nil }
        if let complaint = Settings.complaint(about: text) {
            throw error(key, in: group, "\(shown(text)): \(complaint)")
        }
        return text
    }

    /// Such URLs, with blanks between.
    func urls(_ key: String, in group: String) throws(BrokerError) -> [String]? {
        guard let words = text(key, in: group)?.split(separator: " ").map(String.init) else { return nil }
        for word in words {
            if let complaint = Settings.complaint(about: word) {
                throw error(key, in: group, "\(shown(word)): \(complaint)")
            }
        }
        return words
    }

    /// The URL of a proxy, which may have a user's name and password in it: no error quotes it.
    func proxy(_ key: String, in group: String) throws(BrokerError) -> String? {
        guard let text = text(key, in: group) else { return nil }
        if let complaint = Settings.complaint(aboutProxy: text) {
            throw error(key, in: group, "the value is no URL such as http://host:3128/: \(complaint)")
        }
        return text
    }

    /// What GLib knows of proxies by.
    private static let proxySchemes = ["http", "https", "socks", "socks4", "socks4a", "socks5"]

    private static func complaint(aboutProxy url: String) -> String? {
        guard isPlain(url) else { return Settings.notPlain }
        guard let separator = url.firstRange(of: "://") else { return "it does not begin with a scheme and ://" }
        guard proxySchemes.contains(url[..<separator.lowerBound].lowercased()) else {
            return "its scheme is none of \(proxySchemes.joined(separator: ", "))"
        }
        let authority = url[separator.upperBound...].prefix { !"/?#".contains($0) }
        let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        guard let host = host(of: place), !host.isEmpty else { return "no host, or a port that is no number" }
        return nil
    }

    private static func isPlain(_ url: String) -> Bool {
        url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
    }

    private static let notPlain = "a URL has no blanks, backslashes or letters beyond ASCII"

    private static func complaint(about url: String) -> String? {
        guard isPlain(url) else { return notPlain }
        guard let separator = url.firstRange(of: "://") else { return "not an absolute URL" }
        let scheme = url[..<separator.lowerBound].lowercased()
        guard scheme == "https" || scheme == "http" else { return "neither https nor http" }
        let rest = url[separator.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if authority.contains("@") { return "a URL here has no user name in it" }
        if rest.contains("#") { return "a URL here has no fragment" }
        guard let host = host(of: authority), !host.isEmpty else { return "no host, or a port that is no number" }
        let segments = rest.dropFirst(authority.count).prefix { $0 != "?" }.split(separator: "/")
        if segments.contains(where: { $0 == "." || $0 == ".." }) { return "a URL here has no '.' or '..' in its path" }
        return scheme == "https" || LoopbackHost.isMeant(by: host) ? nil : "http is for this machine alone; use https"
    }

    /// The host without its port, brackets kept; `nil` where what follows the host is no port.
    private static func host(of authority: Substring) -> Substring? {
        let end = authority.lastIndex(of: "]").map { authority.index(after: $0) } ?? authority.startIndex
        guard let colon = authority[end...].firstIndex(of: ":") else { return authority }
        return UInt16(authority[authority.index(after: colon)...]) == nil ? nil : authority[..<colon]
    }
}
