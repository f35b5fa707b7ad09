/// A post's text for people, in which its links stand as they lead on.
struct ShownText {
    /// An address as it stands in the text, and what is shown in its place.
    private struct Replacement {
        var address: [UInt8]
        var shown: String.UTF8View
    }

    private var replacements: [Replacement] = []
    /// The addresses of pictures.
    private var hidden: [[UInt8]] = []

    /// Texts and lists that are longer, also with what is shown put in, are no posts of people: they are shown as they
    /// came.
    private static let (mostReplacements, longestText) = (100, 100_000)

    /// Something else is shown wherever the address stands in the text.
    mutating func show(_ text: String, for address: String) {
        guard !address.isEmpty, text != address, replacements.count < Self.mostReplacements else { return }
        replacements.append(Replacement(address: Array(address.utf8), shown: text.utf8))
    }

    /// The address, which is that of a picture, is left out where it ends the text.
    mutating func hide(_ address: String) {
        guard !address.isEmpty, hidden.count < Self.mostReplacements else { return }
        hidden.append(Array(address.utf8))
    }

    /// The text with its addresses replaced.
    ///
    /// Services also send where each address stands, counted in one way or another: those figures are not used. The
    /// address itself says better what it replaces, and nothing that is wrong with the figures can cut a character.
    func applied(to text: String) -> String {
        guard !(replacements.isEmpty && hidden.isEmpty), text.utf8.count <= Self.longestText else { return text }
        var bytes = Array(text.utf8)
        for address in hidden { Self.drop(address, fromEndOf: &bytes) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count * 2)
        var position = 0
        while position < bytes.count {
            if let found = replacements.first(where: { Self.isAddress($0.address, at: position, in: bytes) }) {
                result.append(contentsOf: found.shown)
                guard result.count <= Self.longestText else { return text }
                position += found.address.count
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether the address stands there as a whole: `https://t.co/ab` is not in `https://t.co/abc`.
    private static func isAddress(_ address: [UInt8], at position: Int, in bytes: [UInt8]) -> Bool {
        let end = position + address.count
        guard bytes[position] == address.first, end <= bytes.count,
            bytes[position..<end].elementsEqual(address)
        else { return false }
        return end == bytes.count || !isLetterOrDigit(bytes[end])
    }

    private static func drop(_ address: [UInt8], fromEndOf bytes: inout [UInt8]) {
        let end = (bytes.lastIndex { !isBlank($0) } ?? -1) + 1
        let start = end - address.count
        guard start >= 0, bytes[start..<end].elementsEqual(address) else { return }
        bytes.removeSubrange(((bytes[..<start].lastIndex { !isBlank($0) } ?? -1) + 1)...)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n")
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
