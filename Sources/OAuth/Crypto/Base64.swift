/// The base64 of RFC 4648 section 4, with padding and without line breaks.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let present = min(3, bytes.count - start)
            var bits = UInt32(bytes[start]) << 16
            if present > 1 { bits |= UInt32(bytes[start + 1]) << 8 }
            if present > 2 { bits |= UInt32(bytes[start + 2]) }
            for digit in 0...3 {
                let isPadding = digit > present
                text.append(isPadding ? UInt8(ascii: "=") : alphabet[Int(bits >> (18 - 6 * digit) & 0x3F)])
            }
        }
        return text
    }
}
