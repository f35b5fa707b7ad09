/// Takes a text of JSON (RFC 8259) apart into tokens, in one pass and without recursion: no depth is too great.
///
/// Blemishes that hide nothing pass: control characters in strings, unknown escapes, numbers that only look like some.
struct JSONScanner {
    private let bytes: [UInt8]
    private var position = 0
    private var tokens: [JSONToken] = []
    /// The indices of the objects and arrays that are not closed.
    private var open: [Int] = []

    /// The tokens of the text; nil where it is not one whole value.
    static func tokens(of bytes: [UInt8]) -> [JSONToken]? {
        guard bytes.count <= Int(UInt32.max) else { return nil }
        var scanner = JSONScanner(bytes)
        return scanner.scanAll() ? scanner.tokens : nil
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        tokens.reserveCapacity(bytes.count / 16)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private mutating func scanAll() -> Bool {
        repeat {
            guard scanValue(), closeContainers() else { return false }
        } while !open.isEmpty
        return nextByte() == nil
    }

    /// Scans a value as far as a value inside it begins.
    private mutating func scanValue() -> Bool {
        while let byte = nextByte() {
            switch byte {
            case UInt8(ascii: "\""): return scanString()
            case UInt8(ascii: "{"):
                begin(.object)
                if nextByte() == UInt8(ascii: "}") { return true }
                guard scanName() else { return false }
            case UInt8(ascii: "["):
                begin(.array)
                if nextByte() == UInt8(ascii: "]") { return true }
            case UInt8(ascii: "t"): return scanWord("true", .yes)
            case UInt8(ascii: "f"): return scanWord("false", .no)
            case UInt8(ascii: "n"): return scanWord("null", .null)
            default: return scanNumber()
            }
        }
        return false
    }

    /// Closes what ends after a value, up to where the next value begins.
    private mutating func closeContainers() -> Bool {
        while let container = open.last {
            let isObject = tokens[container].kind == .object
            switch nextByte() {
            case UInt8(ascii: ","):
                position += 1
                return !isObject || scanName()
            case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject:
                position += 1
                tokens[container].next = UInt32(tokens.count)
                open.removeLast()
            default:
                return false
            }
        }
        return true
    }

    private mutating func begin(_ kind: JSONToken.Kind) {
        open.append(tokens.count)
        append(kind, from: position, to: position)
        position += 1
    }

    private mutating func append(_ kind: JSONToken.Kind, from start: Int, to end: Int, hasEscapes: Bool = false) {
        tokens.append(
            JSONToken(
                kind: kind, hasEscapes: hasEscapes, start: UInt32(start), end: UInt32(end),
                next: UInt32(tokens.count + 1)))
    }

    /// The name of a member and its colon.
    private mutating func scanName() -> Bool {
        guard nextByte() == UInt8(ascii: "\""), scanString(), nextByte() == UInt8(ascii: ":") else { return false }
        position += 1
        return true
    }

    private mutating func scanString() -> Bool {
        let start = position + 1
        var end = start
        var hasEscapes = false
        while end < bytes.count {
            let byte = bytes[end]
            if byte == UInt8(ascii: "\"") {
                append(.string, from: start, to: end, hasEscapes: hasEscapes)
                position = end + 1
                return true
            }
            let isEscape = byte == UInt8(ascii: "\\")
            if isEscape { hasEscapes = true }
            end += isEscape ? 2 : 1
        }
        return false
    }

    private mutating func scanNumber() -> Bool {
        var end = position
        while end < bytes.count, Self.isOfNumber(bytes[end]) { end += 1 }
        guard end > position else { return false }
        append(.number, from: position, to: end)
        position = end
        return true
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    private mutating func scanWord(_ word: String, _ kind: JSONToken.Kind) -> Bool {
        guard bytes[position...].starts(with: word.utf8) else { return false }
        append(kind, from: position, to: position)
        position += word.utf8.count
        return true
    }

    /// The byte at which the next thing begins; nil at the end.
    private mutating func nextByte() -> UInt8? {
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
            default: return byte
            }
        }
        return nil
    }
}
