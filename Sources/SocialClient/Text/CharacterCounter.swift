/// Counts as Mastodon does: what a reader takes for a character counts 1, a link always the same, and a mention what
/// stands before its host.
struct CharacterCounter {
    private let rules: CountingRules

    init(_ rules: CountingRules) {
        self.rules = rules
    }

    func measure(_ text: String) -> TextMeasure {
        let scalars = Array(text.unicodeScalars)
        var tally = Tally(limit: rules.limit)
        var position = 0
        for part in shortened(scalars) where part.range.lowerBound >= position {
            tally.addCharacters(scalars[position..<part.range.lowerBound])
            tally.add(scalars[part.range], length: part.length)
            position = part.range.upperBound
        }
        tally.addCharacters(scalars[position...])
        return TextMeasure(
            length: tally.length, limit: rules.limit, holdsInvalidCharacter: false,
            fittingUTF16Length: tally.fittingUTF16Length)
    }

    /// A stretch of text that counts something else than its characters.
    private struct Part {
        var range: Range<Int>
        var length: Int
    }

    /// Links and the hosts of mentions, in their order.
    private func shortened(_ scalars: [Unicode.Scalar]) -> [Part] {
        let hosts = MentionedHosts.ranges(in: scalars).map { Part(range: $0, length: 0) }
        guard let linkLength = rules.linkLength else { return hosts }
        let links = LinkFinder(scalars).links().filter { Self.hasProtocol(scalars[$0.range]) }
            .map { Part(range: $0.range, length: linkLength) }
        return (links + hosts).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private static func hasProtocol(_ link: ArraySlice<Unicode.Scalar>) -> Bool {
        let start = String(String.UnicodeScalarView(link.prefix(8))).lowercased()
        return start.hasPrefix("https://") || start.hasPrefix("http://")
    }

    /// What has been counted so far.
    private struct Tally {
        let limit: Int
        private(set) var length = 0
        private(set) var fittingUTF16Length = 0
        private var utf16Length = 0

        init(limit: Int) {
            self.limit = limit
        }

        mutating func addCharacters(_ scalars: ArraySlice<Unicode.Scalar>) {
            for character in String(String.UnicodeScalarView(scalars)) { add(character.utf16.count, length: 1) }
        }

        mutating func add(_ scalars: ArraySlice<Unicode.Scalar>, length: Int) {
            add(scalars.reduce(0) { $0 + ($1.value > 0xFFFF ? 2 : 1) }, length: length)
        }

        private mutating func add(_ units: Int, length added: Int) {
            length += added
            utf16Length += units
            if length <= limit { fittingUTF16Length = utf16Length }
        }
    }
}
