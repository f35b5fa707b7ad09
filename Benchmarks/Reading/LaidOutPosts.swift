import AcctstoreCLI
import FoundationEssentials
import SocialClient

/// How fast posts that were read are laid out.
enum LaidOutPosts {
    private static let texts = [
        "The nightly build went through after all, and the release notes are done. Thanks to everybody who stayed up.",
        "A long read for the weekend: https://example.com/articles/2026/how-to-count?page=2 (see the second half)",
        "Das Café an der Ecke hat wieder geöffnet – 20 % auf alles, außer Tiernahrung… ☕️",
        "今日は新しいバージョンを公開しました。たくさんの方に使っていただけると嬉しいです。詳しくは example.jp へ",
        "Family day out 👨‍👩‍👧‍👦🏳️‍🌈 and nobody got lost 🎉🎉🎉 #weekend @alice",
    ]

    /// The best of five turns of 100,000 posts each.
    ///
    /// - Parameter width: of a terminal with colours; `nil` for a pipe.
    static func perSecond(width: Int?) -> Int {
        let layout = PostLayout(width: width, isColored: width != nil, now: 1_800_000_000)
        let posts = texts.enumerated().map { index, text in
            Post(
                id: "26708151840344064\(index)", service: "twitter",
                createdAt: .init(timeIntervalSince1970: 1_700_000_000), text: text,
                author: Author(id: "7", username: "ada", name: "Ada Lovelace"),
                counts: .init(replies: .exact(2), reposts: .words("100+"), likes: .exact(12)))
        }
        let rates = (0..<5).map { _ in
            var bytes = 0
            let time = ContinuousClock().measure {
                for index in 0..<100_000 { bytes += layout.text(of: posts[index % posts.count]).count }
            }
            precondition(bytes > 0)
            return Int(100_000 / (time / .seconds(1)))
        }
        return rates.max() ?? 0
    }
}
