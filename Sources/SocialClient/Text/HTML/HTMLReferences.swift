/// The character references of HTML: `&amp;`, `&#39;`, `&#x1F600;`.
enum HTMLReferences {
    /// Those that servers write, and that people's keyboards have a key for.
    private static let names: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "hellip": "…", "mdash": "—",
        "ndash": "–", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "laquo": "«",
        "raquo": "»", "bull": "•", "middot": "·", "copy": "©", "reg": "®", "trade": "™", "euro": "€", "times": "×",
    ]

    private static let longestName = 10

    /// The text with its references resolved, once: `&amp;lt;` gives `&lt;`. What is none stays as it stands.
    static func resolved(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var rest = bytes
        while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += rest[..<ampersand]
            rest = rest[(ampersand + 1)...]
            let name = rest.prefix(longestName).prefix { $0 != UInt8(ascii: ";") }
            if name.endIndex < rest.endIndex, rest[name.endIndex] == UInt8(ascii: ";"), let scalar = scalar(name) {
                result += Array(String(scalar).utf8)
                rest = rest[(name.endIndex + 1)...]
            } else {
                result.append(UInt8(ascii: "&"))
            }
        }
        return String(decoding: result + rest, as: UTF8.self)
    }

    private static func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
        let text = String(decoding: name, as: UTF8.self)
        guard text.hasPrefix("#") else { return names[text] }
        let digits = text.dropFirst()
        let number =
            digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number else { return nil }
        return number == 0 ? "\u{FFFD}" : Unicode.Scalar(number) ?? "\u{FFFD}"
    }
}
