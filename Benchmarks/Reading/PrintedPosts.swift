import AccountModel
import AcctstoreCLI
import Glibc
import SocialClient

/// Reads pages of posts and prints them as a pipe gets them from `acctstore timeline`.
enum PrintedPosts {
    static func run() throws {
        let dialect = Twitter11(
            ServiceProfile(service: .twitter, title: "X", dialect: .twitter11, api: "https://api.example.test/"))
        let layout = PostLayout(width: nil, isColored: false, now: time(nil))
        let output = DescriptorSink(STDOUT_FILENO)
        while let line = readLine() {
            guard let page = dialect.page(in: Array(line.utf8)) else { continue }
            try output.write(page.posts.flatMap { layout.text(of: $0) + [UInt8(ascii: "\n")] })
        }
    }
}
