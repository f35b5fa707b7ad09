/// How a service counts the length of a post: what each character weighs, what a link weighs, and the limit.
///
/// Weights are in hundredths (`scale`) or whole units of the length that people see.
public struct CountingRules: Sendable, Equatable {
    /// A run of code points and what each of them weighs.
    public struct WeightedRange: Sendable, Equatable {
        /// Which code points.
        public var codePoints: ClosedRange<UInt32>
        /// What each of them weighs.
        public var weight: Int

        /// Gives a run of code points a weight.
        public init(_ codePoints: ClosedRange<UInt32>, weight: Int) {
            self.codePoints = codePoints
            self.weight = weight
        }
    }

    /// The greatest length of a post, in the units that people see.
    public var limit: Int
    /// How many units of weight make one unit of length.
    public var scale: Int
    /// The weight of a code point in none of the `ranges`, and of a whole emoji sequence.
    public var defaultWeight: Int
    /// The first that holds a code point gives its weight.
    public var ranges: [WeightedRange]
    /// The length of any link, in the units that people see; nil: links count by their characters.
    public var linkLength: Int?
    /// Whether a sequence of code points that shows as one emoji counts once.
    public var countsEmojiSequencesOnce: Bool
    /// Whether what a reader takes for one character counts 1, of however many code points it is made; weights are then
    /// of no account. Links count ``linkLength`` only where they begin with `http://` or `https://`, and a mention counts
    /// without its host.
    public var countsCharacters = false

    /// Makes rules of their parts.
    public init(
        limit: Int, scale: Int, defaultWeight: Int, ranges: [WeightedRange], linkLength: Int?,
        countsEmojiSequencesOnce: Bool
    ) {
        self.limit = limit
        self.scale = scale
        self.defaultWeight = defaultWeight
        self.ranges = ranges
        self.linkLength = linkLength
        self.countsEmojiSequencesOnce = countsEmojiSequencesOnce
    }

    /// Version 3 of twitter-text's configuration, in use at X since 2018: letters of most alphabets count 1, East Asian
    /// writing 2, an emoji sequence 2, a link 23.
    public static let twitter = weighted(limit: 280, linkLength: 23)

    /// The weights of twitter-text version 3 with another limit or link length.
    public static func weighted(limit: Int, linkLength: Int) -> CountingRules {
        CountingRules(
            limit: limit, scale: 100, defaultWeight: 200,
            ranges: [
                WeightedRange(0x0000...0x10FF, weight: 100),
                WeightedRange(0x2000...0x200D, weight: 100),
                WeightedRange(0x2010...0x201F, weight: 100),
                WeightedRange(0x2032...0x2037, weight: 100),
            ],
            linkLength: linkLength, countsEmojiSequencesOnce: true)
    }

    /// Every code point counts 1, links included.
    public static func codePoints(limit: Int) -> CountingRules {
        CountingRules(
            limit: limit, scale: 1, defaultWeight: 1, ranges: [], linkLength: nil, countsEmojiSequencesOnce: false)
    }

    /// The rules of Mastodon: every character counts 1 (extended grapheme clusters, UAX #29), links what the server says,
    /// mentions without their host.
    public static func mastodon(limit: Int, linkLength: Int) -> CountingRules {
        var rules = codePoints(limit: limit)
        rules.linkLength = linkLength
        rules.countsCharacters = true
        return rules
    }

    func weight(of scalar: Unicode.Scalar) -> Int {
        for range in ranges where range.codePoints.contains(scalar.value) {
            return range.weight
        }
        return defaultWeight
    }

    /// What every ASCII character weighs, or nil where they differ.
    var uniformASCIIWeight: Int? {
        guard let first = ranges.first else { return defaultWeight }
        return first.codePoints.lowerBound == 0 && first.codePoints.upperBound >= 0x7F ? first.weight : nil
    }
}
