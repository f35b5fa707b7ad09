/// Keeps the direction of writing of a field to the field (Unicode Standard Annex 9).
///
/// Without it a Hebrew name turns round the punctuation and the numbers that we write behind it.
enum Direction {
    /// FIRST STRONG ISOLATE: what follows has the direction of its first letter, and none on what is around it.
    static let isolate: [UInt8] = Array("\u{2068}".utf8)
    /// POP DIRECTIONAL ISOLATE
    static let end: [UInt8] = Array("\u{2069}".utf8)

    /// Whether a fence is needed: something in the text is, or may one day be, written from right to left.
    static func needsFence(_ text: some Sequence<UInt8>) -> Bool {
        var scalars = Unicode.UTF8.ForwardParser()
        var bytes = text.makeIterator()
        while case .valid(let encoded) = scalars.parseScalar(from: &bytes) {
            if isRightToLeft(Unicode.UTF8.decode(encoded).value) { return true }
        }
        return false
    }

    /// The blocks whose unassigned characters count as right-to-left too (DerivedBidiClass.txt), and the marks.
    private static func isRightToLeft(_ scalar: UInt32) -> Bool {
        switch scalar {
        case ..<0x590: false
        case 0x590...0x8FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
