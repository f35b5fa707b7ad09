/// Where the groups and keys of a key file stand. GLib tells neither, and a person with an editor needs both.
struct KeyFileLines: Hashable, Sendable {
    private var groups: [String: Int] = [:]
    private var keys: [String: [String: Int]] = [:]
    /// The lines that are no group, no key and no comment, or a key before any group.
    private(set) var misplaced: [Int] = []
    /// The lines that can be read in two ways.
    private(set) var unclear: [Unclear] = []

    struct Unclear: Hashable, Sendable {
        let line: Int
        let words: String
        /// The same without a name that stands in the file.
        let wordsWithoutName: String
    }

    /// Lines are read as GLib reads them: blanks in front do not count, and of a key that is there twice the last one
    /// holds.
    init(_ bytes: [UInt8]) {
        var group: String?
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let text = KeyFileLines.trimmed(line)
            if text.contains(0) { note(index + 1, "", "a NUL byte is no text") }
            if text.isEmpty || text.first == UInt8(ascii: "#") { continue }
            if text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]") {
                let name = String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
                groups[name] = groups[name] ?? index + 1
                group = name
            } else if let group, let equals = text.firstIndex(of: UInt8(ascii: "=")) {
                let key = String(decoding: KeyFileLines.trimmed(text[..<equals]), as: UTF8.self)
                if let earlier = keys[group]?[key] { note(index + 1, key, "stands in line \(earlier) already") }
                keys[group, default: [:]][key] = index + 1
            } else {
                misplaced.append(index + 1)
            }
        }
    }

    private mutating func note(_ line: Int, _ name: String, _ words: String) {
        unclear.append(Unclear(line: line, words: name.isEmpty ? words : "\(name) \(words)", wordsWithoutName: words))
    }

    /// Counted from 1: the key's line, else that of its group.
    func line(of key: String?, in group: String) -> Int? {
        key.flatMap { keys[group]?[$0] } ?? groups[group]
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        let rest = bytes.drop(while: isBlank)
        return rest[..<(rest.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? rest.startIndex)]
    }
}
