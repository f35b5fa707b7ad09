import SocialClient
import Testing

@Suite struct PostCounterTests {
    private func length(_ text: String) -> Int { PostCounter().measure(text).length }

    @Test func decomposedLettersCountAsComposedOnes() {
        #expect(length("cafe\u{301}") == 4)
        #expect(length("\u{1112}\u{1161}\u{11AB}") == 2)
    }

    @Test(arguments: ["a\u{301}\u{323}", "a\u{323}\u{301}", "\u{1EA1}\u{301}", "\u{E1}\u{323}"])
    func marksCountTheSameInWhateverOrder(text: String) {
        #expect(length(text + "x") == 4)
    }

    /// Order is made in one go: by swapping neighbours a text like this one would take minutes.
    @Test func aLetterWithAHundredThousandMarksIsCounted() {
        #expect(length("a" + String(repeating: "\u{301}\u{323}", count: 100_000)) == 200_001)
    }

    @Test func lettersOfMostAlphabetsCountOneAndEastAsianWritingTwo() {
        #expect(length("R&D <3 ñ ж ש") == 12)
        #expect(length("漢字") == 4)
        #expect(length("“quotes” – dashes") == 17)
        #expect(length("€") == 2)
    }

    @Test(arguments: [
        "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}",  // rainbow flag
        "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}",  // family of four
        "\u{1F468}\u{1F3FD}",  // man with a skin tone
        "1\u{FE0F}\u{20E3}", "1\u{20E3}",  // keycap
        "\u{1F1E9}\u{1F1EA}",  // flag of a region
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",  // flag of Scotland
        "\u{2764}\u{FE0F}", "\u{2764}",  // heart, and as writing
        "\u{00A9}\u{FE0F}",  // copyright as a picture
        "\u{1F469}\u{1F3FD}\u{200D}\u{2764}\u{FE0F}\u{200D}\u{1F48B}\u{200D}\u{1F468}\u{1F3FC}",  // kiss
        "\u{1FAE8}",  // newer than version 3
    ])
    func anEmojiCountsTwoHoweverItIsMade(emoji: String) {
        #expect(length(emoji) == 2)
        let full = PostCounter().measure(String(repeating: emoji, count: 140))
        #expect(full.length == 280)
        #expect(full.isValid)
        #expect(PostCounter().measure(String(repeating: emoji, count: 141)).excess == 2)
    }

    @Test func whatOnlyLooksLikeAnEmojiSequenceCountsByItsParts() {
        #expect(length("\u{00A9}") == 1)
        #expect(length("1") == 1)
        #expect(length("\u{1F1E6}\u{1F1E6}") == 4)  // no region AA
        #expect(length("\u{1F637}\u{1F3FD}") == 4)  // no skin to tone
        #expect(length("\u{1F637}\u{200D}x") == 4)
        #expect(length(String(repeating: "\u{1F637}\u{200D}", count: 5)) == 2 + 1 + 2 + 1)
    }

    @Test func theLimitIs280() {
        #expect(PostCounter().measure(String(repeating: "漢", count: 140)).isValid)
        let over = PostCounter().measure(String(repeating: "漢", count: 141))
        #expect(over.length == 282)
        #expect(!over.isValid)
        #expect(over.excess == 2)
        #expect(over.fittingUTF16Length == 140)
        #expect(!PostCounter().measure("").isValid)
    }

    @Test func linksCount23WhateverTheirLength() {
        #expect(length("First sentence.Second sentence.") == 31)
        #expect(length("see myweb.co ok") == 30)
        #expect(length("日本語です。example.com") == 35)
        let link = "https://example.com/" + String(repeating: "p", count: 100)
        let fitting = PostCounter().measure(String(repeating: "a", count: 256) + " " + link)
        #expect(fitting.length == 280)
        #expect(fitting.isValid)
        #expect(PostCounter().measure(String(repeating: "a", count: 257) + " " + link).length == 281)
    }

    @Test func otherServicesHaveOtherRules() {
        #expect(PostCounter(.codePoints(limit: 1000)).measure("漢 https://example.com/").length == 22)
        #expect(PostCounter(.weighted(limit: 500, linkLength: 32)).measure("at https://example.com/").length == 35)
    }

    @Test(arguments: ["\u{FEFF}a", "a\u{FFFE}", "é\u{FFFF}b"])
    func charactersThatNoPostMayHoldAreFound(text: String) {
        #expect(PostCounter().measure(text).holdsInvalidCharacter)
        #expect(!PostCounter().measure(text).isValid)
    }

    /// The short way for ASCII and the general one must agree.
    @Test(arguments: ["plain words", "ends. New one", "dots...", "v1.2 and 3.5", "a.b", "tab\there\nand\u{7F}", ""])
    func theShortWayForASCIIGivesWhatTheGeneralOneGives(text: String) {
        let general = PostCounter().measure(text + "é")
        #expect(PostCounter().measure(text).length + 1 == general.length)
    }
}
