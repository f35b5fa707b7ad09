import Glibc

/// `bench-reading posts` prints the posts of the pages on standard input, a page of JSON a line; `bench-reading count`
/// prints how many posts it counts a second. `bench-reading memory` reads as `posts` does, and prints the most kilobytes
/// of memory that this took at once. `bench-reading layout` prints how many posts it lays out a second for a
/// terminal with colours.
@main
struct Main {
    static func main() {
        switch CommandLine.arguments.dropFirst().first {
        case "posts": PrintedPosts.run { print($0) }
        case "memory":
            PrintedPosts.run { _ in }
            print("peak \(PrintedPosts.peak ?? 0)")
        case "count": print("counted \(CountedPosts.perSecond())")
        case "layout":
            print("shown \(LaidOutPosts.perSecond())")
        default:
            print("usage: bench-reading posts|memory|count|layout")
            exit(64)
        }
    }
}
