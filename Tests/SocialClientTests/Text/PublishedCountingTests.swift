import SocialClient
import Testing

/// twitter-text's own cases for counting, where they lie beside the package.
@Suite struct PublishedCountingTests {
    private func check(_ group: String, of rules: CountingRules) throws {
        guard PublishedCases.areThere else { return }
        let counter = PostCounter(rules)
        for test in try PublishedCases.group(group, of: "validate.json", as: PublishedCases.Validation.self) {
            let measure = counter.measure(test.text)
            let comment = "\(test.description)" as Comment
            #expect(measure.length == test.expected.weightedLength, comment)
            #expect(measure.isValid == test.expected.valid, comment)
            #expect(measure.permillage == test.expected.permillage, comment)
            #expect(measure.fittingUTF16Length - 1 == test.expected.validRangeEnd, comment)
            #expect(test.text.utf16.count - 1 == test.expected.displayRangeEnd, comment)
        }
    }

    @Test func emojiCountedOnceAsInVersion3() throws {
        try check("WeightedTweetsWithDiscountedEmojiCounterTest", of: .twitter)
    }

    @Test func directionalMarkersAsInVersion3() throws {
        try check("UnicodeDirectionalMarkerCounterTest", of: .twitter)
    }

    @Test func emojiCountedByTheirPartsAsInVersion2() throws {
        var rules = CountingRules.twitter
        rules.countsEmojiSequencesOnce = false
        try check("WeightedTweetsCounterTest", of: rules)
    }

    @Test func everyCharacterCountedOnceAsInVersion1() throws {
        guard PublishedCases.areThere else { return }
        let counter = PostCounter(try rules(from: "v1.json"))
        for test in try PublishedCases.group("tweets", of: "validate.json", as: PublishedCases.Validity.self) {
            #expect(counter.measure(test.text).isValid == test.expected, "\(test.description)")
        }
    }

    @Test func weightsAreThePublishedOnes() throws {
        guard PublishedCases.areThere else { return }
        #expect(try rules(from: "v3.json") == .twitter)
        var version2 = CountingRules.twitter
        version2.countsEmojiSequencesOnce = false
        #expect(try rules(from: "v2.json") == version2)
    }

    private func rules(from file: String) throws -> CountingRules {
        let weights = try PublishedCases.weights(file)
        return CountingRules(
            limit: weights.maxWeightedTweetLength, scale: weights.scale, defaultWeight: weights.defaultWeight,
            ranges: weights.ranges.map { CountingRules.WeightedRange($0.start...$0.end, weight: $0.weight) },
            linkLength: weights.transformedURLLength, countsEmojiSequencesOnce: weights.emojiParsingEnabled ?? false)
    }
}
