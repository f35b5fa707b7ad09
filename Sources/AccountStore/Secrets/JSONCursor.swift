/// Walks over a JSON text and says where its values begin and end.
struct JSONCursor {
    /// Deeper nesting is refused: no answer that is read here needs it, and a walk must not exhaust the stack.
    private static let deepest = 32

    private var index: Int
    private let limit: Int
    private var depth = 0

    init(_ range: Range<Int>) {
        index = range.lowerBound
        limit = range.upperBound
    }

    /// Passes over blanks and gives the next byte without taking it.
    private mutating func peek(_ bytes: Span<UInt8>) -> UInt8? {
        while index < limit {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            case let byte: return byte
            }
        }
        return nil
    }

    mutating func expect(_ byte: UInt8, in bytes: Span<UInt8>) throws(JSONText.Malformed) {
        guard peek(bytes) == byte else { throw JSONText.Malformed(offset: index) }
        index += 1
    }

    /// Nothing but blanks may follow.
    mutating func end(_ bytes: Span<UInt8>) throws(JSONText.Malformed) {
        guard peek(bytes) == nil else { throw JSONText.Malformed(offset: index) }
    }

    /// Reads an object or array: `item` for each thing between the commas.
    mutating func list(
        _ bytes: Span<UInt8>, from open: UInt8, to close: UInt8,
        _ item: (inout JSONCursor) throws(JSONText.Malformed) -> Void
    ) throws(JSONText.Malformed) {
        try expect(open, in: bytes)
        depth += 1
        guard depth <= JSONCursor.deepest else { throw JSONText.Malformed(offset: index) }
        if peek(bytes) == close {
            index += 1
        } else {
            repeat { try item(&self) } while try comma(bytes, before: close)
        }
        depth -= 1
    }

    private mutating func comma(_ bytes: Span<UInt8>, before close: UInt8) throws(JSONText.Malformed) -> Bool {
        let byte = peek(bytes)
        guard byte == UInt8(ascii: ",") || byte == close else { throw JSONText.Malformed(offset: index) }
        index += 1
        return byte != close
    }

    /// The range of any value, quotes and brackets included.
    mutating func value(_ bytes: Span<UInt8>) throws(JSONText.Malformed) -> Range<Int> {
        let first = peek(bytes)
        let start = index
        switch first {
        case UInt8(ascii: "\""): return try string(bytes)
        case UInt8(ascii: "{"):
            try list(bytes, from: UInt8(ascii: "{"), to: UInt8(ascii: "}")) {
                (cursor: inout JSONCursor) throws(JSONText.Malformed) in
                _ = try cursor.string(bytes)
                try cursor.expect(UInt8(ascii: ":"), in: bytes)
                _ = try cursor.value(bytes)
            }
        case UInt8(ascii: "["):
            try list(bytes, from: UInt8(ascii: "["), to: UInt8(ascii: "]")) {
                (cursor: inout JSONCursor) throws(JSONText.Malformed) in _ = try cursor.value(bytes)
            }
        default: try word(bytes)
        }
        return start..<index
    }

    /// The range of a string, quotes included.
    mutating func string(_ bytes: Span<UInt8>) throws(JSONText.Malformed) -> Range<Int> {
        try expect(UInt8(ascii: "\""), in: bytes)
        let start = index - 1
        while index < limit {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return start..<index
            case UInt8(ascii: "\\") where index + 1 < limit: index += 2
            case 0..<0x20: throw JSONText.Malformed(offset: index)
            default: index += 1
            }
        }
        throw JSONText.Malformed(offset: index)
    }

    /// A number, `true`, `false` or `null`: letters, digits and signs.
    private mutating func word(_ bytes: Span<UInt8>) throws(JSONText.Malformed) {
        let start = index
        while index < limit, JSONCursor.isWordByte(bytes[index]) { index += 1 }
        guard index > start else { throw JSONText.Malformed(offset: index) }
        let text = String(decoding: (start..<index).map { bytes[$0] }, as: UTF8.self)
        guard ["true", "false", "null"].contains(text) || Double(text) != nil else {
            throw JSONText.Malformed(offset: start)
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
