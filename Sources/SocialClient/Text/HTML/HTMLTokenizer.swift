/// Takes a piece of HTML apart, from its start to its end, once and without recursion: nothing that stands in it makes it
/// slow or deep.
///
/// It is the little of the HTML Standard's tokenizer that a text needs. What is cut off inside a tag or a comment is
/// dropped, as a browser drops it.
struct HTMLTokenizer: Sequence, IteratorProtocol {
    enum Token {
        /// Bytes as they stand, references not resolved.
        case text(ArraySlice<UInt8>)
        case start(HTMLTag)
        /// The name of what ends, in lower case.
        case end(String)
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func next() -> Token? {
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<"), let kind = markup else { return .text(takeText()) }
            switch kind {
            case .comment:
                skip(to: Array("-->".utf8))
                position = Swift.min(position + 3, bytes.count)
            case .declaration:
                skip(to: [UInt8(ascii: ">")])
                position = Swift.min(position + 1, bytes.count)
            case .end:
                position += 2
                if let tag = takeTag() { return .end(tag.name) }
            case .start:
                position += 1
                guard let tag = takeTag() else { return nil }
                // What stands in these is no text, and no markup either.
                if tag.name == "script" || tag.name == "style" { skip(to: Array("</\(tag.name)".utf8)) }
                return .start(tag)
            }
        }
        return nil
    }

    private enum Markup { case start, end, comment, declaration }

    /// What begins with the `<` at which it stands; nil for a character of the text.
    private var markup: Markup? {
        let next = bytes[(position + 1)...].prefix(3)
        switch next.first {
        case UInt8(ascii: "!"): return next.elementsEqual("!--".utf8) ? .comment : .declaration
        case UInt8(ascii: "?"): return .declaration
        case UInt8(ascii: "/"): return next.dropFirst().first.map(Self.isLetter) == true ? .end : .declaration
        case let byte?: return Self.isLetter(byte) ? .start : nil
        case nil: return nil
        }
    }

    private mutating func takeText() -> ArraySlice<UInt8> {
        let start = position
        // The first byte is no tag, whatever it is.
        position = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        return bytes[start..<position]
    }

    /// The tag whose name comes next; nil where it does not end.
    private mutating func takeTag() -> HTMLTag? {
        let name = bytes[position...].prefix {
            !HTMLTag.isBlank($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">")
        }
        let start = name.endIndex
        var quote: UInt8?
        var previous: UInt8?
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: ">") {
                position = index + 1
                return HTMLTag(
                    name: String(decoding: name, as: UTF8.self).lowercased(), attributes: bytes[start..<index])
            } else if previous == UInt8(ascii: "="), byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
            if !HTMLTag.isBlank(byte) { previous = byte }
            index += 1
        }
        position = bytes.count
        return nil
    }

    /// Goes on to where a word begins, in any case; to the end where it does not come.
    private mutating func skip(to word: [UInt8]) {
        while let first = bytes[position...].firstIndex(of: word[0]) {
            position = first
            if bytes[first...].prefix(word.count).elementsEqual(word, by: { $0 == $1 || $0 | 0x20 == $1 }) { return }
            position += 1
        }
        position = bytes.count
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

/// A tag that begins an element.
struct HTMLTag {
    /// In lower case.
    var name: String
    /// As they stand.
    fileprivate var attributes: ArraySlice<UInt8>

    /// The value of an attribute, its references resolved; nil where there is none of that name.
    func attribute(_ wanted: String) -> String? {
        var rest = attributes
        while let start = rest.firstIndex(where: { !Self.isBlank($0) && $0 != UInt8(ascii: "/") }) {
            rest = rest[start...]
            let name = rest.prefix { !Self.isBlank($0) && $0 != UInt8(ascii: "=") }
            rest = rest[name.endIndex...].drop(while: Self.isBlank)
            var value: ArraySlice<UInt8> = []
            if rest.first == UInt8(ascii: "=") {
                rest = rest.dropFirst().drop(while: Self.isBlank)
                value = Self.takeValue(&rest)
            }
            if String(decoding: name, as: UTF8.self).lowercased() == wanted {
                return HTMLReferences.resolved(value)
            }
        }
        return nil
    }

    /// Whether one of the words of its class is this one.
    func hasClass(_ word: String) -> Bool {
        attribute("class")?.split(separator: " ").contains { $0 == word } ?? false
    }

    private static func takeValue(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let value = rest.dropFirst().prefix { $0 != quote }
            rest = rest[value.endIndex...].dropFirst()
            return value
        }
        let value = rest.prefix { !isBlank($0) }
        rest = rest[value.endIndex...]
        return value
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
    }
}
