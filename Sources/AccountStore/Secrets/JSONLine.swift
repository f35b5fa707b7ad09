import SecretBytes

/// Writes one JSON object as one line of UTF-8, in memory that is zeroed.
///
/// Of the escapes only `\"` and `\uXXXX` are written: a keyring without a password keeps its items in a file whose
/// own reader would turn `\\` and `\n` into something else at its next start.
struct JSONLine: ~Copyable {
    private var bytes = SecretBytes(capacity: 1024)
    private var isEmpty = true

    init() {
        bytes.append(UInt8(ascii: "{"))
    }

    mutating func add(_ name: String, _ value: Int) {
        begin(name)
        append(String(value))
    }

    /// Adds nothing for `nil`.
    mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        begin(name)
        append(quoting: value.utf8.span)
    }

    mutating func add(_ name: String, _ value: SharedSecret) {
        begin(name)
        value.withSpan { append(quoting: $0) }
    }

    /// Adds a value that is JSON already, spelled as everything here is: on one line, and without other escapes.
    mutating func add(_ name: String, raw value: SharedSecret) {
        begin(name)
        value.withSpan { text in
            var index = 0
            while index < text.count {
                switch text[index] {
                case 0..<0x20: break  // Blanks between values: a string has none of these.
                case UInt8(ascii: "\\"): appendRespelled(text, &index)
                case let byte: bytes.append(byte)
                }
                index += 1
            }
        }
    }

    consuming func finish() -> SharedSecret {
        bytes.append(UInt8(ascii: "}"))
        return SharedSecret(bytes)
    }

    private mutating func begin(_ name: String) {
        if !isEmpty { bytes.append(UInt8(ascii: ",")) }
        isEmpty = false
        append(quoting: name.utf8.span)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8.span)
    }

    private mutating func append(quoting text: Span<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        for index in text.indices {
            switch text[index] {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"), 0..<0x20, 0x7F: appendEscape(text[index])
            default: bytes.append(text[index])
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Takes the escape that begins at `index`, of a text that was read as JSON before.
    private mutating func appendRespelled(_ text: Span<UInt8>, _ index: inout Int) {
        index += 1
        switch text[index] {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "u"): append("\\u")
        case let letter: appendEscape(JSONText.plainEscape(letter) ?? letter)
        }
    }

    private mutating func appendEscape(_ byte: UInt8) {
        append("\\u00")
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 0xF)])
    }
}
