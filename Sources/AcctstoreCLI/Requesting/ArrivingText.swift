import AccountModel

/// Makes bytes of others fit for a terminal as they arrive: UTF-8 with every control character made visible, but for
/// line feeds and tabs.
struct ArrivingText {
    /// The beginning of a character whose end has not arrived.
    private var rest: [UInt8] = []
    private var last: Unicode.Scalar?

    mutating func shown(_ bytes: [UInt8]) -> String {
        var all = rest + bytes
        let cut = ArrivingText.beginningOfCharacter(in: all)
        rest = Array(all[cut...])
        all.removeSubrange(cut...)
        return visible(all)
    }

    /// What is left, and the end of the last line.
    mutating func end() -> String {
        let left = visible(rest)
        rest = []
        return last == nil || last == "\n" ? left : left + "\n"
    }

    private mutating func visible(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch (scalar, scalar.properties.generalCategory) {
            case ("\n", _), ("\t", _): text.append(scalar)
            case (_, .control), (_, .format), (_, .lineSeparator), (_, .paragraphSeparator), (_, .surrogate):
                text.append(contentsOf: VisibleText.escape(scalar).unicodeScalars)
            default: text.append(scalar)
            }
            last = scalar
        }
        return String(text)
    }

    /// Where a character begins at the end of the bytes that is not whole; the end where there is none.
    private static func beginningOfCharacter(in bytes: [UInt8]) -> Int {
        for back in 1...3 where back <= bytes.count {
            let index = bytes.count - back
            let length =
                switch bytes[index] {
                case 0xC2...0xDF: 2
                case 0xE0...0xEF: 3
                case 0xF0...0xF4: 4
                case 0x80...0xBF: 0
                default: 1
                }
            if length == 0 { continue }
            return length > back ? index : bytes.count
        }
        return bytes.count
    }
}
