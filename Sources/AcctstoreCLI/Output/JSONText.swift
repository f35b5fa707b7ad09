/// JSON that may be looked at on a terminal.
enum JSONText {
    /// The same document, with every character written as an escape (RFC 8259, section 7) that a terminal obeys or that
    /// turns the direction of writing: JSON itself lets those from U+007F on stand as they are.
    static func visible(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: isHarmful) else { return json }
        var result = String.UnicodeScalarView()
        for scalar in json.unicodeScalars {
            if isHarmful(scalar) {
                let digits = String(scalar.value, radix: 16)
                result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
