/// Counts the length of posts by the rules of a service.
public struct PostCounter: Sendable {
    /// By which it counts.
    public let rules: CountingRules

    /// A counter by these rules.
    public init(_ rules: CountingRules = .twitter) {
        self.rules = rules
    }

    /// The length of the text in Normalization Form C, links and emoji counted as the rules say.
    public func measure(_ text: String) -> TextMeasure {
        if rules.countsCharacters { return CharacterCounter(rules).measure(text) }
        return plainASCIIMeasure(text) ?? generalMeasure(text)
    }

    /// The length of the text behind a warning, which takes from the limit by its plain length.
    public func measure(_ text: String, behind warning: String) -> TextMeasure {
        guard !warning.isEmpty else { return measure(text) }
        let taken = rules.countsCharacters ? warning.count : warning.unicodeScalars.count
        var rest = rules
        rest.limit -= taken
        let measure = PostCounter(rest).measure(text)
        return TextMeasure(
            length: taken + measure.length, limit: rules.limit, holdsInvalidCharacter: measure.holdsInvalidCharacter,
            fittingUTF16Length: measure.fittingUTF16Length)
    }

    /// The measure of ASCII text without a link, which needs no decoding; nil for any other.
    private func plainASCIIMeasure(_ text: String) -> TextMeasure? {
        guard let weight = rules.uniformASCIIWeight else { return nil }
        let bytes = text.utf8Span.span
        var afterDot = false
        for index in bytes.indices {
            let byte = bytes[index]
            // A link needs a full stop with a letter after it.
            guard byte < 0x80, !(afterDot && isASCIILetter(byte)) else { return nil }
            afterDot = byte == UInt8(ascii: ".")
        }
        let fitting = weight == 0 ? bytes.count : max(min(bytes.count, rules.limit * rules.scale / weight), 0)
        return TextMeasure(
            length: bytes.count * weight / rules.scale, limit: rules.limit, holdsInvalidCharacter: false,
            fittingUTF16Length: fitting)
    }

    private func isASCIILetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private func generalMeasure(_ text: String) -> TextMeasure {
        let scalars = NormalForm.composedScalars(of: text)
        let links = rules.linkLength == nil ? [] : LinkFinder(scalars).links()
        var tally = Tally(limit: rules.limit * rules.scale)
        var index = 0
        var nextLink = links.startIndex
        while index < scalars.count {
            let end: Int
            let weight: Int
            if nextLink < links.endIndex, links[nextLink].range.lowerBound == index, let length = rules.linkLength {
                end = links[nextLink].range.upperBound
                weight = length * rules.scale
                nextLink += 1
            } else if rules.countsEmojiSequencesOnce, let emojiEnd = EmojiSequence.end(in: scalars, at: index) {
                end = emojiEnd
                weight = rules.defaultWeight
            } else {
                end = index + 1
                weight = rules.weight(of: scalars[index])
            }
            tally.add(scalars[index..<end], weight: weight)
            index = end
        }
        return tally.measure(of: text, rules: rules)
    }
}

/// What has been counted so far.
private struct Tally {
    let limit: Int
    private var weight = 0
    private var utf16Length = 0
    private var fittingUTF16Length = 0
    private var holdsInvalidCharacter = false

    init(limit: Int) {
        self.limit = limit
    }

    mutating func add(_ scalars: ArraySlice<Unicode.Scalar>, weight: Int) {
        self.weight += weight
        for scalar in scalars {
            utf16Length += scalar.value > 0xFFFF ? 2 : 1
            if scalar.mustNotBePosted { holdsInvalidCharacter = true }
        }
        if self.weight <= limit && !holdsInvalidCharacter { fittingUTF16Length = utf16Length }
    }

    func measure(of text: String, rules: CountingRules) -> TextMeasure {
        // Composing changed the number of code units; the ranges are told for the text as it was given, as
        // twitter-text does it: the difference is taken as lying inside the part that fits.
        let difference = text.utf16.count - utf16Length
        return TextMeasure(
            length: weight / rules.scale, limit: rules.limit, holdsInvalidCharacter: holdsInvalidCharacter,
            fittingUTF16Length: max(0, fittingUTF16Length + difference))
    }
}

extension Unicode.Scalar {
    /// The byte order mark, its reverse, and the last noncharacter of the first plane, which twitter-text refuses.
    fileprivate var mustNotBePosted: Bool {
        value == 0xFEFF || value == 0xFFFE || value == 0xFFFF
    }
}
