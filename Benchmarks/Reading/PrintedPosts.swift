import AccountModel
import FoundationEssentials
import SocialClient

/// Reads pages of posts and prints each post as a line of text, as a pipe would do with `acctstore timeline`.
enum PrintedPosts {
    static func run(_ write: (String) -> Void) {
        let dialect = Twitter11(
            ServiceProfile(service: .twitter, title: "X", dialect: .twitter11, api: "https://api.example.test/"))
        while let line = readLine() {
            guard let page = dialect.page(in: Array(line.utf8)) else { continue }
            write(page.posts.map(text).joined(separator: "\n"))
        }
    }

    /// The most memory that this program had at once, in kilobytes: what the system tells others counts their own in.
    static var peak: Int? {
        let status = try? String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
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
