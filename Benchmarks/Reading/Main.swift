import Glibc

/// `bench-reading posts` prints the posts of the pages on standard input, a page of JSON a line; `bench-reading count`
/// prints how many posts it counts a second, `bench-reading layout` how many it lays out, in a pipe and on a terminal.
@main
struct Main {
    static func main() throws {
        switch CommandLine.arguments.dropFirst().first {
        case "posts": try PrintedPosts.run()
        case "count": print("counted \(CountedPosts.perSecond())")
        case "layout":
            print("piped \(LaidOutPosts.perSecond(width: nil))")
            print("shown \(LaidOutPosts.perSecond(width: 80))")
        default:
            print("usage: bench-reading posts|count|layout")
            exit(64)
        }
    }
}
