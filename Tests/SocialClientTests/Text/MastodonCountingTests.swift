import SocialClient
import Testing

/// Lengths as Mastodon tells them.
@Suite struct MastodonCountingTests {
    private func length(_ text: String, linkLength: Int = 23) -> Int {
        PostCounter(.mastodon(limit: 500, linkLength: linkLength)).measure(text).length
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("漢字", 2), ("cafe\u{301}", 4), ("👨‍👩‍👧‍👦", 1), ("🏳️‍🌈🇩🇪1️⃣", 3), ("a\nb", 3), (":blob:", 6),
    ])
    func aCharacterCountsOneHoweverItIsMade(text: String, length: Int) {
        #expect(self.length(text) == length)
    }

    @Test(arguments: [
        ("https://example.com/", 23), ("see http://example.com/a?b=1&c=2.", 28), ("see example.com now", 19),
        ("HTTPS://EXAMPLE.COM", 23), ("日本語https://example.com/漢", 27), ("x@y.example", 11),
    ])
    func aLinkCountsTheSameWhereItHasItsProtocol(text: String, length: Int) {
        #expect(self.length(text) == length)
    }

    @Test func theServerSaysHowMuchALinkCounts() {
        #expect(length("https://example.com/", linkLength: 32) == 32)
    }

    @Test(arguments: [
        ("@bob", 4), ("@bob@other.example", 4), ("hi @bob@other.example, yes", 12), ("@bob@other.example.", 5),
        ("@b.o-b@日本.example!", 7), ("(@bob@localhost)", 6), ("x@bob@other.example", 19), ("/@bob@other.example", 19),
        ("@@bob@other.example", 5), ("@bob@", 5), ("@bob@other.example@third.example", 18), ("@a@b @c@d", 5),
    ])
    func aMentionCountsWithoutItsHost(text: String, length: Int) {
        #expect(self.length(text) == length)
    }

    @Test func whatFitsIsToldForTheTextAsItIs() {
        let measure = PostCounter(.mastodon(limit: 3, linkLength: 23)).measure("a👍🏽bc")
        #expect((measure.length, measure.excess, measure.fittingUTF16Length) == (4, 1, 6))
    }

    @Test func aWarningTakesItsPlainLength() {
        let counter = PostCounter(.mastodon(limit: 100, linkLength: 23))
        #expect(counter.measure("hi", behind: "https://example.com/ @a@b").length == 27)
        #expect(counter.measure("hi", behind: "👨‍👩‍👧‍👦").length == 3)
        #expect(counter.measure(String(repeating: "a", count: 99), behind: "ab").excess == 1)
        #expect(PostCounter(.codePoints(limit: 100)).measure("hi", behind: "e\u{301}").length == 4)
        #expect(PostCounter(.codePoints(limit: 1)).measure("hi", behind: "long").fittingUTF16Length == 0)
    }
}
