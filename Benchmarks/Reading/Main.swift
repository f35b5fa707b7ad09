import Glibc

/// `bench-reading posts` prints the posts of the pages on standard input, a page of JSON a line; `bench-reading count`
/// prints how many posts it counts a second.
@main
struct Main {
    static func main() {
        switch CommandLine.arguments.dropFirst().first {
        case "posts": PrintedPosts.run()
        case "count": print("counted \(CountedPosts.perSecond())")
        default:
            print("usage: bench-reading posts|count")
            exit(64)
        }
    }
}
