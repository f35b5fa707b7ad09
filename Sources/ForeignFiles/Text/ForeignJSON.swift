import AccountStore
import SecretBytes

/// Reads JSON (RFC 8259) into the same tree.
enum ForeignJSON {
    static func tree(_ bytes: Span<UInt8>) throws(ForeignTrouble) -> ForeignTree {
        let reading = Reading(capacity: bytes.count)
        let start = hasMark(bytes) ? 3 : 0
        return try reading.tree(bytes, from: start)
    }

    /// Whether the text begins as an object does.
    static func isMeant(_ bytes: Span<UInt8>) -> Bool {
        let start = hasMark(bytes) ? 3 : 0
        for index in start..<bytes.count where ![0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) {
            return bytes[index] == UInt8(ascii: "{")
        }
        return false
    }

    /// Whether a byte order mark stands before it, as some editors put it there.
    private static func hasMark(_ bytes: Span<UInt8>) -> Bool {
        bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    }

    private struct Reading: ~Copyable {
        private var builder: ForeignTreeBuilder
        private var lines = LineCount()

        init(capacity: Int) {
            builder = ForeignTreeBuilder(capacity: capacity)
        }

        consuming func tree(_ bytes: Span<UInt8>, from start: Int) throws(ForeignTrouble) -> ForeignTree {
            var end = bytes.count
            while end > start, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end - 1]) { end -= 1 }
            let root = try object(bytes, start..<end, depth: 1)
            return builder.finish(root)
        }

        private mutating func node(
            _ bytes: Span<UInt8>, _ range: Range<Int>, depth: Int
        ) throws(ForeignTrouble) -> ForeignTree.Node {
            let line = lines.line(of: range.lowerBound, in: bytes)
            if depth > ForeignLimits.depth { throw ForeignLimits.tooDeep(line: line) }
            switch bytes[range.lowerBound] {
            case UInt8(ascii: "{"): return try object(bytes, range, depth: depth)
            case UInt8(ascii: "["):
                var nodes: [ForeignTree.Node] = []
                for element in try inTerms(
                    bytes,
                    { () throws(JSONText.Malformed) in
                        try JSONText.elements(of: bytes, in: range)
                    })
                { nodes.append(try node(bytes, element, depth: depth + 1)) }
                return ForeignTree.Node(line: line, content: .sequence(nodes))
            case UInt8(ascii: "\""):
                guard let secret = JSONText.secret(bytes, range) else {
                    throw ForeignTrouble("has a text that is no Unicode", line: line)
                }
                let text = try secret.withSpan { (text) throws(ForeignTrouble) in try builder.add(text, line: line) }
                return ForeignTree.Node(line: line, content: .scalar(text, isPlain: false))
            default:
                let word = try builder.add(bytes.extracting(range), line: line)
                return ForeignTree.Node(line: line, content: .scalar(word, isPlain: true))
            }
        }

        private mutating func object(
            _ bytes: Span<UInt8>, _ range: Range<Int>, depth: Int
        ) throws(ForeignTrouble) -> ForeignTree.Node {
            let line = lines.line(of: range.lowerBound, in: bytes)
            var members: [ForeignTree.Member] = []
            for member in try inTerms(
                bytes,
                { () throws(JSONText.Malformed) in
                    try JSONText.members(of: bytes, in: range)
                })
            {
                let name = try builder.add(member.name.utf8.span, line: line)
                members.append(
                    ForeignTree.Member(name: name, value: try node(bytes, member.value, depth: depth + 1)))
            }
            return ForeignTree.Node(line: line, content: .mapping(members))
        }

        private func inTerms<Result>(
            _ bytes: Span<UInt8>, _ read: () throws(JSONText.Malformed) -> Result
        ) throws(ForeignTrouble) -> Result {
            do throws(JSONText.Malformed) {
                return try read()
            } catch {
                var lines = LineCount()
                throw ForeignTrouble("is no JSON", line: lines.line(of: min(error.offset, bytes.count), in: bytes))
            }
        }
    }

    /// Counts on from the last place that was asked for, so that a long text is gone through once.
    private struct LineCount {
        private var place = 0
        private var line = 1

        mutating func line(of offset: Int, in bytes: Span<UInt8>) -> Int {
            if offset < place { (place, line) = (0, 1) }
            while place < offset {
                if bytes[place] == UInt8(ascii: "\n") { line += 1 }
                place += 1
            }
            return line
        }
    }
}
