/// What stands behind a backslash in a string of JSON (RFC 8259, section 7).
enum JSONEscapes {
    private static let backslash = UInt8(ascii: "\\")

    /// The text with its escapes decoded; half of a surrogate pair becomes U+FFFD.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var rest = bytes
        while let position = rest.firstIndex(of: backslash) {
            result += rest[..<position]
            rest = rest[(position + 1)...]
            guard let kind = rest.popFirst() else { break }
            switch kind {
            case UInt8(ascii: "u"): result += Array(String(scalar(&rest)).utf8)
            case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "t"): result.append(UInt8(ascii: "\t"))
            case UInt8(ascii: "r"): result.append(UInt8(ascii: "\r"))
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            default: result.append(kind)
            }
        }
        return String(decoding: result + rest, as: UTF8.self)
    }

    /// The character whose four digits, or two times four with another `\u` between, come next.
    private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar {
        guard let first = unit(rest) else { return "\u{FFFD}" }
        rest = rest.dropFirst(4)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), rest.starts(with: [backslash, UInt8(ascii: "u")]),
            let second = unit(rest.dropFirst(2)), UTF16.isTrailSurrogate(second)
        else { return "\u{FFFD}" }
        rest = rest.dropFirst(6)
        return Unicode.Scalar(0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF) ?? "\u{FFFD}"
    }

    private static func unit(_ digits: ArraySlice<UInt8>) -> UInt16? {
        guard digits.count >= 4 else { return nil }
        return UInt16(String(decoding: digits.prefix(4), as: UTF8.self), radix: 16)
    }
}
