/// The percent-encoding of RFC 5849 section 3.6: every byte but the unreserved ones of RFC 3986 becomes `%` and two
/// upper-case hexadecimal digits. A blank is `%20`, never `+`.
public enum PercentEncoding {
    /// Every byte but the unreserved ones as `%` and two upper-case digits.
    public static func encode(_ bytes: Span<UInt8>) -> [UInt8] {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count * 3)
        for index in bytes.indices { encode(bytes[index]) { encoded.append($0) } }
        return encoded
    }

    /// The text's UTF-8, encoded as bytes are.
    public static func encode(_ text: String) -> String {
        String(decoding: encode(text.utf8.span), as: UTF8.self)
    }

    /// Hands over the one or three bytes that `byte` is encoded as.
    @inline(__always)
    static func encode(_ byte: UInt8, _ write: (UInt8) -> Void) {
        if isUnreserved(byte) {
            write(byte)
        } else {
            write(UInt8(ascii: "%"))
            write(upperHexDigit(byte >> 4))
            write(upperHexDigit(byte & 0xF))
        }
    }

    /// Letters, digits, `-`, `.`, `_` and `~` (RFC 3986 section 2.3).
    @inline(__always)
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// The digit for a value below 16.
    @inline(__always)
    private static func upperHexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    /// The value of a hexadecimal digit in either case, nil for any other byte.
    static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// The byte that `%XX` at `index` stands for, nil where there is no such triplet.
    static func decodedTriplet(in bytes: Span<UInt8>, at index: Int) -> UInt8? {
        guard index + 2 < bytes.count, bytes[index] == UInt8(ascii: "%"),
            let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }
}
