/// Finds where an emoji ends, however many code points it is made of (UTS #51).
///
/// The properties of Unicode decide, so that emoji newer than this program count like the others.
enum EmojiSequence {
    /// The end of the emoji that starts at `start`, or nil where none starts there.
    static func end(in text: [Unicode.Scalar], at start: Int) -> Int? {
        let first = text[start]
        if first.isKeycapBase { return keycapEnd(in: text, at: start) }
        if first.isRegionalIndicator { return flagEnd(in: text, at: start) }
        guard let element = element(in: text, at: start) else { return nil }
        if first == .blackFlag, let end = subdivisionFlagEnd(in: text, after: start) { return end }
        return joinedEnd(in: text, after: element)
    }

    /// One emoji of a joined sequence, with what belongs to it.
    private struct Element {
        var end: Int
        /// Whether it shows as a picture by itself; only such emoji are joined.
        var showsAsPicture: Bool
    }

    private static func element(in text: [Unicode.Scalar], at start: Int) -> Element? {
        guard start < text.count else { return nil }
        let base = text[start]
        let properties = base.properties
        guard base.isInEmojiBlock, properties.isEmoji, !base.isRegionalIndicator else { return nil }
        var element = Element(end: start + 1, showsAsPicture: properties.isEmojiPresentation)
        if element.end < text.count, text[element.end] == .emojiVariation, base.hasVariations {
            element = Element(end: element.end + 1, showsAsPicture: true)
        } else if base.isLatin1 {
            // © and ® are characters of writing unless the variation selector asks for the picture.
            return nil
        }
        if element.end < text.count, text[element.end].isSkinTone, properties.isEmojiModifierBase {
            element = Element(end: element.end + 1, showsAsPicture: true)
        }
        return element
    }

    /// Follows zero width joiners. No recommended sequence has more than four emoji.
    private static func joinedEnd(in text: [Unicode.Scalar], after first: Element) -> Int {
        var last = first
        for _ in 1..<4 {
            guard last.showsAsPicture, last.end < text.count, text[last.end] == .zeroWidthJoiner,
                let next = element(in: text, at: last.end + 1), next.showsAsPicture
            else { break }
            last = next
        }
        return last.end
    }

    /// `#`, `*` or a digit, perhaps the variation selector, and the enclosing keycap.
    private static func keycapEnd(in text: [Unicode.Scalar], at start: Int) -> Int? {
        var next = start + 1
        if next < text.count, text[next] == .emojiVariation { next += 1 }
        return next < text.count && text[next] == .enclosingKeycap ? next + 1 : nil
    }

    /// Two regional indicators that name a region with a flag are one emoji, any other indicator stands alone.
    private static func flagEnd(in text: [Unicode.Scalar], at start: Int) -> Int {
        let next = start + 1
        return next < text.count && RegionFlags.contains(text[start], text[next]) ? next + 1 : next
    }

    /// The black flag followed by the tags of England, Scotland or Wales.
    private static func subdivisionFlagEnd(in text: [Unicode.Scalar], after flag: Int) -> Int? {
        let tags = text[(flag + 1)...].prefix(6)
        guard tags.last?.value == 0xE007F else { return nil }
        let name = tags.dropLast().compactMap { $0.value > 0xE0000 ? Unicode.Scalar($0.value - 0xE0000) : nil }
        return RegionFlags.subdivisions.contains(String(String.UnicodeScalarView(name))) ? flag + 7 : nil
    }
}

extension Unicode.Scalar {
    fileprivate static let zeroWidthJoiner: Unicode.Scalar = "\u{200D}"
    fileprivate static let emojiVariation: Unicode.Scalar = "\u{FE0F}"
    fileprivate static let enclosingKeycap: Unicode.Scalar = "\u{20E3}"
    fileprivate static let blackFlag: Unicode.Scalar = "\u{1F3F4}"

    /// Whether emoji are among the characters round this one. It spares most writing the look into Unicode's tables.
    fileprivate var isInEmojiBlock: Bool {
        switch value {
        case 0xA9, 0xAE, 0x2000...0x2BFF, 0x3030, 0x303D, 0x3297, 0x3299, 0x1F000...0x1FFFF: true
        default: false
        }
    }

    fileprivate var isSkinTone: Bool { (0x1F3FB...0x1F3FF).contains(value) }

    fileprivate var isLatin1: Bool { value < 0x100 }

    fileprivate var isKeycapBase: Bool {
        self == "#" || self == "*" || ("0"..."9").contains(self)
    }

    fileprivate var isRegionalIndicator: Bool {
        (0x1F1E6...0x1F1FF).contains(value)
    }

    /// Whether a variation selector is part of the emoji: for those that are writing by default, and those that were
    /// characters before emoji came into Unicode with version 6.0.
    fileprivate var hasVariations: Bool {
        guard properties.isEmojiPresentation, let age = properties.age else { return true }
        return age.major < 6
    }
}
