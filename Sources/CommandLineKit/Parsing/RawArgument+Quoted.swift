extension RawArgument {
    private static let longestQuote = 60

    /// The word in quotes for a message: what could steer a terminal is made visible, and a long word is cut.
    var quoted: String {
        let visible = text.map(Self.visible) ?? Self.visible(bytes)
        let cut = visible.count > Self.longestQuote ? visible.prefix(Self.longestQuote) + "…" : visible[...]
        return "'\(cut)'"
    }

    /// Whether a shell takes the word as it is.
    var isPlain: Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                switch UnicodeScalar(byte) {
                case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "_", "-", "+", ",", ":", "@", "%": true
                default: false
                }
            }
    }

    private static func visible(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars.prefix(2 * longestQuote) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default:
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func visible(_ bytes: [UInt8]) -> String {
        bytes.prefix(2 * longestQuote).map { byte in
            let isPrintable = (0x20..<0x7F).contains(byte)
            return isPrintable ? String(UnicodeScalar(byte)) : "\\x" + hexadecimal(byte)
        }.joined()
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
