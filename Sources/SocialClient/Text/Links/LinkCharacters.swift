/// Which characters may stand where in and before a link, as twitter-text has it.
extension Unicode.Scalar {
    var isASCIIAlphanumeric: Bool {
        switch value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    var isASCIIDigit: Bool { (0x30...0x39).contains(value) }

    private var isAccentedLatin: Bool {
        switch value {
        case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x253, 0x254, 0x256, 0x257, 0x259, 0x25B, 0x263, 0x268, 0x26F,
            0x272, 0x289, 0x28B, 0x2BB, 0x300...0x36F, 0x1E00...0x1EFF:
            true
        default:
            false
        }
    }

    /// A letter or digit of a host name that is a link even without `https://`.
    var isLatinHostCharacter: Bool {
        isASCIIAlphanumeric || (value >= 0xC0 && isAccentedLatin)
    }

    /// Any character of a host name after `https://`: neither punctuation nor blank.
    var isHostCharacter: Bool {
        switch value {
        case 0x00...0x7F: isASCIIAlphanumeric || isOddASCIIHostCharacter
        case 0x85, 0xA0, 0x1680, 0x180E, 0x2000...0x206F, 0x3000, 0xFEFF, 0xFFFE, 0xFFFF: false
        default: true
        }
    }

    /// Controls other than white space are not punctuation, so that they pass for letters.
    private var isOddASCIIHostCharacter: Bool {
        switch value {
        case 0x00...0x08, 0x0E...0x1F, 0x7F: true
        default: false
        }
    }

    /// Joins letters within a label of a host name.
    var joinsHostCharacters: Bool { self == "-" || self == "_" }

    /// Whether a link may start after this character.
    var mayPrecedeLink: Bool {
        switch value {
        case 0x40, 0xFF20, 0x24, 0x23, 0xFF03, 0xFFFE, 0xFEFF, 0xFFFF: false
        default: !isASCIIAlphanumeric
        }
    }

    /// Whether a host name without `https://` after this character is part of something else.
    var forbidsBareLink: Bool {
        self == "-" || self == "_" || self == "." || self == "/"
    }

    var isPathCharacter: Bool {
        switch self {
        case "!", "*", "'", ";", ":", "=", "+", ",", ".", "$", "/", "%", "#", "[", "]", "-", "\u{2013}", "_", "~", "|",
            "&", "@":
            true
        default:
            isPathLetter
        }
    }

    /// Whether a path may end here: the full stop after a link is not part of it.
    var mayEndPath: Bool {
        switch self {
        case "=", "_", "#", "/", "-", "+": true
        default: isPathLetter
        }
    }

    private var isPathLetter: Bool {
        isLatinHostCharacter || (0x400...0x4FF).contains(value)
    }

    var isQueryCharacter: Bool {
        switch self {
        case "!", "?", "*", "'", "(", ")", ";", ":", "&", "=", "+", "$", "/", "%", "#", "[", "]", "-", "_", ".", ",",
            "~", "|", "@":
            true
        default:
            isASCIIAlphanumeric
        }
    }

    var mayEndQuery: Bool {
        switch self {
        case "-", "_", "&", "=", "#", "/": true
        default: isASCIIAlphanumeric
        }
    }
}
