/// Keeps the direction of writing of a field to the field (Unicode Standard Annex 9).
///
/// Without it a Hebrew name turns round the punctuation and the numbers that we write behind it.
enum Direction {
    /// FIRST STRONG ISOLATE: what follows has the direction of its first letter, and none on what is around it.
    static let isolate: [UInt8] = Array("\u{2068}".utf8)
    /// POP DIRECTIONAL ISOLATE
    static let end: [UInt8] = Array("\u{2069}".utf8)

    /// Whether a fence is needed: something in the text is, or may one day be, written from right to left.
    static func needsFence(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.value >= 0x590 && isRightToLeft($0.value) }
    }

    static func needsFence(_ text: ArraySlice<UInt8>) -> Bool {
        needsFence(String(decoding: text, as: UTF8.self))
    }

    /// The blocks whose unassigned characters count as right-to-left too (DerivedBidiClass.txt), and the marks.
    private static func isRightToLeft(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x590...0x8FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
