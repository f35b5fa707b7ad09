import GLibBridge

/// Normalization Form C, worked out only for texts that may not be in it.
enum NormalForm {
    /// The code points of the text in Normalization Form C (UAX #15).
    static func composedScalars(of text: String) -> [Unicode.Scalar] {
        let scalars = Array(text.unicodeScalars)
        guard !scalars.allSatisfy(isSurelyComposed) else { return scalars }
        let ordered = String(String.UnicodeScalarView(withMarksInOrder(scalars)))
        return Array(UnicodeNormalization.nfc(ordered).unicodeScalars)
    }

    /// An equivalent text in which the marks on each letter stand in canonical order (UAX #15).
    ///
    /// GLib puts them in order by swapping neighbours: without this, a letter with 100,000 marks takes it minutes.
    private static func withMarksInOrder(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var ordered = scalars
        var index = 0
        while index < ordered.count {
            let marks = ordered[index...].prefix { $0.combiningClass != 0 }
            ordered.replaceSubrange(marks.indices, with: marks.sorted { $0.combiningClass < $1.combiningClass })
            index = marks.endIndex + 1
        }
        return ordered
    }

    /// Whether the code point stays as it is whatever stands beside it. True for the bulk of Latin, Cyrillic, East Asian
    /// and emoji text; false for a character that may decompose, combine or change places, and where it is not known.
    private static func isSurelyComposed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0000...0x02FF,  // Latin
            0x0400...0x0482,  // Cyrillic
            0x2002...0x20CF,  // punctuation and currency
            0x2190...0x2328, 0x2400...0x2ADB,  // arrows, symbols, dingbats
            0x3000...0x3029, 0x3030...0x3098, 0x309B...0x9FFF,  // kana and ideographs without combining marks
            0xAC00...0xD7A3,  // Hangul syllables; what may join them is outside these ranges
            0xFE00...0xFE0F, 0xFF00...0xFFEF,  // variation selectors, full width forms
            0x1F000...0x1FAFF, 0x20000...0x2F7FF, 0xE0020...0xE007F:  // emoji, ideographs, tags
            true
        default:
            false
        }
    }
}

extension Unicode.Scalar {
    fileprivate var combiningClass: UInt8 { properties.canonicalCombiningClass.rawValue }
}
