import AccountModel
import FoundationEssentials
import SocialClient

/// Reads pages of posts and prints each post as a line of text, as a pipe would do with `acctstore timeline`.
enum PrintedPosts {
    static func run() {
        let dialect = Twitter11(
            ServiceProfile(service: .twitter, title: "X", dialect: .twitter11, api: "https://api.example.test/"))
        while let line = readLine() {
            guard let page = dialect.page(in: Array(line.utf8)) else { continue }
            print(page.posts.map(text).joined(separator: "\n"))
        }
    }

    private static func text(_ post: Post) -> String {
        let (author, time) = (post.author?.username ?? "?", post.createdAt?.formatted(.iso8601) ?? "")
        return "\(author) \(time) \(post.shownText) \(number(post.counts.reposts)) \(number(post.counts.likes))"
    }

    private static func number(_ count: Post.Count?) -> String {
        switch count {
        case .exact(let number): String(number)
        case .words(let words): words
        case nil: "-"
        }
    }
}
