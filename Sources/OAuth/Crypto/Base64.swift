import SecretBytes

/// The base64 of RFC 4648 section 4, with padding and without line breaks.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(length(of: bytes.count))
        encode(bytes.span) { text.append($0) }
        return text
    }

    /// The same of a secret, in memory that is zeroed.
    static func encode(_ bytes: Span<UInt8>) -> SecretBytes {
        var text = SecretBytes(capacity: length(of: bytes.count))
        encode(bytes) { text.append($0) }
        return text
    }

    private static func length(of count: Int) -> Int { (count + 2) / 3 * 4 }

    private static func encode(_ bytes: Span<UInt8>, _ emit: (UInt8) -> Void) {
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let present = min(3, bytes.count - start)
            var bits = UInt32(bytes[start]) << 16
            if present > 1 { bits |= UInt32(bytes[start + 1]) << 8 }
            if present > 2 { bits |= UInt32(bytes[start + 2]) }
            for digit in 0...3 {
                let isPadding = digit > present
                emit(isPadding ? UInt8(ascii: "=") : alphabet[Int(bits >> (18 - 6 * digit) & 0x3F)])
            }
        }
    }
}
