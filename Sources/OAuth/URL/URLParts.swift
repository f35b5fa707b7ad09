/// The parts of an absolute http URL, each checked by itself; what the path says is checked by ``PathRules``.
struct URLParts {
    let scheme: String
    let host: String
    let port: Int
    let path: String
    let query: String?

    var defaultPort: Int { Self.defaultPort(of: scheme) }

    init(_ text: String) throws(RequestURLError) {
        let bytes = Array(text.utf8)
        try Self.checkBytes(bytes)
        let schemeEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? 0
        scheme = Self.text(bytes[..<schemeEnd]).lowercased()
        guard ["http", "https"].contains(scheme), bytes[schemeEnd...].starts(with: "://".utf8) else {
            throw .unknownScheme
        }
        if bytes.contains(UInt8(ascii: "#")) { throw .fragment }

        let afterScheme = bytes[(schemeEnd + 3)...]
        let authority = afterScheme.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        if authority.contains(UInt8(ascii: "@")) { throw .userInfo }
        let hostLength = Self.hostLength(authority)
        host = try Self.host(authority.prefix(hostLength))
        port = try Self.port(authority.dropFirst(hostLength), scheme: scheme)

        let afterAuthority = afterScheme.dropFirst(authority.count)
        let path = afterAuthority.prefix { $0 != UInt8(ascii: "?") }
        self.path = path.isEmpty ? "/" : Self.text(path)
        query = path.endIndex < bytes.endIndex ? Self.text(bytes[(path.endIndex + 1)...]) : nil
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func defaultPort(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }

    private static func checkBytes(_ bytes: [UInt8]) throws(RequestURLError) {
        for (offset, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\\") { throw .backslash }
            if !(0x21...0x7E).contains(byte) { throw .unencodedByte(at: offset) }
        }
    }

    /// Up to the colon of the port: an IPv6 address ends at its bracket and has colons of its own.
    private static func hostLength(_ authority: ArraySlice<UInt8>) -> Int {
        if authority.first == UInt8(ascii: "["), let bracket = authority.firstIndex(of: UInt8(ascii: "]")) {
            return bracket + 1 - authority.startIndex
        }
        return authority.prefix { $0 != UInt8(ascii: ":") }.count
    }

    /// A host name, an IPv4 address, or an IPv6 address in brackets, in lower case.
    private static func host(_ bytes: ArraySlice<UInt8>) throws(RequestURLError) -> String {
        let isAddress = bytes.first == UInt8(ascii: "[")
        let inner = isAddress ? bytes.dropFirst().dropLast() : bytes
        let isValid = inner.allSatisfy { byte in
            if isAddress { return PercentEncoding.hexValue(byte) != nil || ":.".utf8.contains(byte) }
            return PercentEncoding.isUnreserved(byte) && byte != UInt8(ascii: "~")
        }
        if inner.isEmpty || !isValid || (isAddress && bytes.last != UInt8(ascii: "]")) { throw .invalidHost }
        return text(bytes).lowercased()
    }

    /// `:8080`, or nothing or a colon alone for the scheme's own port.
    private static func port(_ bytes: ArraySlice<UInt8>, scheme: String) throws(RequestURLError) -> Int {
        guard let colon = bytes.first else { return defaultPort(of: scheme) }
        let digits = bytes.dropFirst()
        guard colon == UInt8(ascii: ":") else { throw .invalidHost }
        if digits.isEmpty { return defaultPort(of: scheme) }
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let port = Int(text(digits)), (1...65_535).contains(port)
        else { throw .invalidPort }
        return port
    }
}
