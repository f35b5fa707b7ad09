/// Lays JSON out for people, byte by byte as it arrives, however much there is of it and however deep.
///
/// It moves blanks outside of strings and nothing else: what is no JSON comes through with other blanks.
struct JSONLayout {
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    /// Whether a list or object has just begun: an empty one stays on its line.
    private var isFresh = false

    private var isEmpty = true

    /// Deeper than this nothing moves further to the right.
    private static let deepest = 32

    mutating func laidOut(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count * 2)
        for byte in bytes { add(byte, to: &out) }
        return out
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    static func isOpening(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    }

    private mutating func add(_ byte: UInt8, to out: inout [UInt8]) {
        if isInString {
            addInString(byte, to: &out)
            return
        }
        if JSONLayout.isBlank(byte) { return }
        let isClosing = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
        if isClosing { depth = max(0, depth - 1) }
        if isFresh != isClosing || isBetweenDocuments(byte) { breakLine(&out) }
        isEmpty = false
        isFresh = false
        out.append(byte)
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: ":"): out.append(0x20)
        case UInt8(ascii: ","): breakLine(&out)
        case _ where JSONLayout.isOpening(byte):
            depth += 1
            isFresh = true
        default: break
        }
    }

    /// Some services send one document after the other.
    private func isBetweenDocuments(_ byte: UInt8) -> Bool {
        depth == 0 && !isEmpty && JSONLayout.isOpening(byte)
    }

    private mutating func addInString(_ byte: UInt8, to out: inout [UInt8]) {
        out.append(byte)
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInString = false
        }
    }

    private func breakLine(_ out: inout [UInt8]) {
        out.append(0x0A)
        out.append(contentsOf: repeatElement(0x20, count: 2 * min(depth, JSONLayout.deepest)))
    }
}
