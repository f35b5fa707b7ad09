import AcctstoreCLI
import FoundationEssentials
import SocialClient

/// How fast posts that were read are laid out.
enum LaidOutPosts {
    /// The best of five turns of 100,000 posts each.
    static func perSecond() -> Int {
        let layout = PostLayout(width: 80, isColored: true, now: 1_800_000_000)
        let posts = CountedPosts.texts.enumerated().map { index, text in
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
