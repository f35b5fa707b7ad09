/// Finds the hosts of people who are mentioned at other servers: `@other.example` of `@bob@other.example`.
enum MentionedHosts {
    /// The ranges of code points, each with the second `@`, in their order.
    static func ranges(in text: [Unicode.Scalar]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var index = 0
        while let start = text[index...].firstIndex(of: "@") {
            index = start + 1
            guard start == 0 || mayPrecede(text[start - 1]) else { continue }
            let name = end(of: \.isOfUserName, joinedBy: { $0 == "." || $0 == "-" }, from: index, in: text)
            guard name > index, name < text.count, text[name] == "@" else { continue }
            let host = end(of: \.isOfWord, joinedBy: { $0 == "." || $0 == "-" }, from: name + 1, in: text)
            guard host > name + 1 else { continue }
            ranges.append(name..<host)
            index = host
        }
        return ranges
    }

    /// Whether a mention may begin after this character: not within a word, an address or a parameter.
    private static func mayPrecede(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isOfWord && scalar != "/" && scalar != "="
    }

    /// Where a run of letters ends that may have some signs between them, but not at its end.
    private static func end(
        of isLetter: (Unicode.Scalar) -> Bool, joinedBy joins: (Unicode.Scalar) -> Bool, from start: Int,
        in text: [Unicode.Scalar]
    ) -> Int {
        var end = start
        var index = start
        while index < text.count {
            if isLetter(text[index]) {
                end = index + 1
            } else if end == start || !joins(text[index]) {
                break
            }
            index += 1
        }
        return end
    }
}

extension Unicode.Scalar {
    fileprivate var isOfUserName: Bool { isASCIIAlphanumeric || self == "_" }

    /// A letter, a mark, a digit or what joins words, in any script.
    fileprivate var isOfWord: Bool {
        if isASCII { return isOfUserName }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
            return true
        default: return false
        }
    }
}
