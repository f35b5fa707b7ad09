internal import SystemCalls

/// The host of a service, in the one spelling that all spellings of it come to.
enum ServiceHost {
    /// What a person pastes, a URL with nothing behind the host as well, as `host` or `host:port`: lower case, ASCII, no
    /// scheme, no slash, no final dot, and no port where it is that of https. `nil` where it is no host.
    ///
    /// - Parameter ascii: gives the form that DNS has of a host with letters of other alphabets (RFC 5890), `nil` where
    ///   there is none.
    static func canonical(_ text: Substring, ascii: (String) -> String?) -> String? {
        var rest = text
        for scheme in ["https://", "http://"] where rest.lowercased().hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count)
            break
        }
        while rest.last == "/" { rest.removeLast() }
        guard let (name, port) = split(rest), let host = name.first == "[" ? address(name) : self.name(name, ascii)
        else { return nil }
        return port.map { "\(host):\($0)" } ?? host
    }

    /// The port of https goes without saying.
    private static func split(_ text: Substring) -> (name: Substring, port: UInt16?)? {
        let end = text.lastIndex(of: "]").map { text.index(after: $0) } ?? text.startIndex
        guard let colon = text[end...].firstIndex(of: ":") else { return (text, nil) }
        let digits = text[text.index(after: colon)...]
        guard digits.utf8.allSatisfy(isDigit), let port = UInt16(digits), port > 0 else { return nil }
        return (text[..<colon], port == 443 ? nil : port)
    }

    /// An IPv6 address in its brackets, as RFC 5952 writes it.
    private static func address(_ text: Substring) -> String? {
        guard text.last == "]" else { return nil }
        return InternetAddress.canonicalIPv6(String(text.dropFirst().dropLast())).map { "[\($0)]" }
    }

    private static func name(_ text: Substring, _ ascii: (String) -> String?) -> String? {
        guard let name = ascii(String(text)), name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var host = Substring(name.lowercased())
        if host.last == "." { host.removeLast() }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard host.utf8.count <= 253, labels.allSatisfy(isLabel), let last = labels.last else { return nil }
        // The C library takes `127.1` and `0x7f000001` for addresses.
        if isNumber(last) && !isIPv4(labels) { return nil }
        return String(host)
    }

    /// Decimal or hexadecimal digits, as no top-level domain is (the URL Standard's "ends in a number").
    private static func isNumber(_ label: Substring) -> Bool {
        if label.hasPrefix("0x") { return label.dropFirst(2).allSatisfy(\.isHexDigit) }
        return label.utf8.allSatisfy(isDigit)
    }

    private static func isIPv4(_ labels: [Substring]) -> Bool {
        labels.count == 4
            && labels.allSatisfy { label in
                guard let number = UInt8(label) else { return false }
                return String(number) == label
            }
    }

    private static func isLabel(_ label: Substring) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard 1...63 ~= label.utf8.count, label.utf8.first != hyphen, label.utf8.last != hyphen else { return false }
        return label.utf8.allSatisfy {
            isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == hyphen
                || $0 == UInt8(ascii: "_")
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
