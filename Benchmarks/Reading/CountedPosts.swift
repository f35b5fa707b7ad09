import SocialClient

/// How fast the lengths of posts are told.
enum CountedPosts {
    /// What people post: plain English, an address, accents, East Asian writing, emoji.
    static let texts = [
        "The nightly build went through after all, and the release notes are done. Thanks to everybody who stayed up.",
        "A long read for the weekend: https://example.com/articles/2026/how-to-count?page=2 (see the second half)",
        "Das Café an der Ecke hat wieder geöffnet – 20 % auf alles, außer Tiernahrung… ☕️",
        "今日は新しいバージョンを公開しました。たくさんの方に使っていただけると嬉しいです。詳しくは example.jp へ",
        "Family day out 👨‍👩‍👧‍👦🏳️‍🌈 and nobody got lost 🎉🎉🎉 #weekend @alice",
    ]

    /// The best of five turns of 100,000 posts each.
    static func perSecond() -> Int {
        let counter = PostCounter()
        let rates = (0..<5).map { _ in
            var length = 0
            let time = ContinuousClock().measure {
                for index in 0..<100_000 { length += counter.measure(texts[index % texts.count]).length }
            }
            precondition(length > 0)
            return Int(100_000 / (time / .seconds(1)))
        }
        return rates.max() ?? 0
    }
}
