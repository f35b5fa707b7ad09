/// The top-level domains, by which a link without `https://` is told from a sentence without a blank.
enum TopLevelDomains {
    /// The end of the top-level domain that starts at `start`, or nil where none does.
    ///
    /// A domain in Latin letters is a whole run of letters and digits; one in other letters may stand right before more
    /// text, as East Asian writing has no blanks. A letter, a digit, `@`, `+` or `-` after it means that it goes on.
    static func end(in text: [Unicode.Scalar], at start: Int) -> Int? {
        guard start < text.count else { return nil }
        if text[start].isASCII { return asciiEnd(in: text, at: start) }
        let longest = text[start...].prefix(longestNonASCIIName)
        for end in stride(from: longest.endIndex, to: start, by: -1)
        where mayStandAfterDomain(text, end) && names.contains(string(text[start..<end])) {
            return end
        }
        return nil
    }

    private static func asciiEnd(in text: [Unicode.Scalar], at start: Int) -> Int? {
        let run = text[start...].prefix(longestName + 1).prefix { $0.isASCIIAlphanumeric }
        guard run.count <= longestName else { return nil }
        if run.count == 2, let end = punycodeEnd(in: text, at: start) { return end }
        guard mayStandAfterDomain(text, run.endIndex), names.contains(string(run)) else { return nil }
        return run.endIndex
    }

    /// The end of a label of the form `xn--…`, whatever it stands for.
    private static func punycodeEnd(in text: [Unicode.Scalar], at start: Int) -> Int? {
        let prefix = text[start...].prefix(4)
        guard string(prefix) == "xn--" else { return nil }
        let end = text[prefix.endIndex...].firstIndex { !($0.isASCIIAlphanumeric || $0 == "-") } ?? text.endIndex
        return end > prefix.endIndex ? end : nil
    }

    private static func mayStandAfterDomain(_ text: [Unicode.Scalar], _ index: Int) -> Bool {
        guard index < text.count else { return true }
        let next = text[index]
        return !(next.isASCIIAlphanumeric || next == "@" || next == "+" || next == "-")
    }

    /// ASCII letters in lower case.
    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var result = String.UnicodeScalarView()
        for scalar in scalars {
            result.append(("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar)
        }
        return String(result)
    }

    private static let names = Set(spaceSeparated.split { $0.isWhitespace }.map(String.init))
    private static let longestNonASCIIName =
        names.filter { !$0.utf8.allSatisfy { $0 < 0x80 } }.map(\.unicodeScalars.count).max() ?? 0
    private static let longestName = names.map(\.unicodeScalars.count).max() ?? 0
}
