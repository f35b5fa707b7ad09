/// The little of HTML and XML that answers of services hold.
package enum Markup {
    private static let names: [Substring: Character] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "#39": "'", "#x27": "'",
    ]

    /// The text with `&amp;`, `&lt;`, `&gt;`, `&quot;` and the apostrophe decoded, once: `&amp;lt;` gives `&lt;`.
    package static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let ampersand = rest.firstIndex(of: "&") {
            result += rest[..<ampersand]
            rest = rest[ampersand...]
            let name = rest.dropFirst().prefix(5).prefix { $0 != ";" }
            let end = rest.index(rest.startIndex, offsetBy: name.count + 1)
            if end < rest.endIndex, rest[end] == ";", let character = names[name] {
                result.append(character)
                rest = rest[rest.index(after: end)...]
            } else {
                result.append("&")
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }

    /// An element's attributes as they stand, and its text, unescaped.
    package struct Element {
        package var attributes: String
        package var text: String
    }

    /// The first element of that name, in any case; nil where there is none or it is not closed.
    ///
    /// Every byte is looked at once for each name, whatever stands there: a page may be made to be slow.
    package static func element(_ name: String, in text: String) -> Element? {
        let bytes = Array(text.utf8)
        var position = 0
        while let start = find("<" + name, in: bytes, from: position) {
            position = start + name.utf8.count + 1
            // `<errors>` is not an `<error>`.
            guard position < bytes.count, isEndOfName(bytes[position]) else { continue }
            guard let tagEnd = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
            if bytes[tagEnd - 1] == UInt8(ascii: "/") {
                position = tagEnd
                continue
            }
            guard let close = find("</" + name, in: bytes, from: tagEnd) else { return nil }
            return Element(
                attributes: String(decoding: bytes[position..<tagEnd], as: UTF8.self),
                text: unescaped(String(decoding: bytes[(tagEnd + 1)..<close], as: UTF8.self)))
        }
        return nil
    }

    /// What a reader of a page sees of it, in one string; a tag counts as a blank.
    package static func withoutTags(_ text: String) -> String {
        var plain = ""
        var isInTag = false
        for character in text.unicodeScalars {
            switch character {
            case "<":
                isInTag = true
                plain.append(" ")
            case ">" where isInTag: isInTag = false
            default: if !isInTag { plain.unicodeScalars.append(character) }
            }
        }
        return unescaped(plain)
    }

    private static func isEndOfName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte <= UInt8(ascii: " ")
    }

    private static func find(_ wanted: String, in bytes: [UInt8], from start: Int) -> Int? {
        let wanted = Array(wanted.utf8)
        guard bytes.count - start >= wanted.count else { return nil }
        return (start...(bytes.count - wanted.count)).first { position in
            wanted.indices.allSatisfy { lowerCase(bytes[position + $0]) == wanted[$0] }
        }
    }

    private static func lowerCase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
