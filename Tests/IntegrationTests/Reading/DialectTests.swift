import FoundationEssentials
import TestRig
import Testing

/// One service with the same posts, read through either version of its API.
@Suite("Either version of the API")
struct DialectTests {
    /// alice is account 1 at `local`, which speaks version 1.1, and account 2 at `modern`, which speaks version 2.
    private func withBoth(_ body: (TestService, Terminal) async throws -> Void) async throws {
        var options = RigOptions()
        options.describesModern = true
        try await withRig(options) { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let secret = try rig.folder.write(TestService.Known.consumerSecret, to: "input/modern")
            try await terminal.mustRun(
                "acctstore app set modern --key \(TestService.Known.consumerKey) --secret-stdin <\(secret)")
            try await terminal.mustRun(
                "acctstore add modern --token-stdin <\(try rig.tokens(of: TestService.Known.alice))")
            try await body(rig.server, terminal)
        }
    }

    private struct Shown: Decodable {
        var id: String
        var text: String
    }

    private func posts(_ lines: String) throws -> [Shown] {
        try lines.split(separator: "\n").map { try JSONDecoder().decode(Shown.self, from: Data($0.utf8)) }
    }

    @Test("the same posts are the same JSON")
    func sameJSON() async throws {
        try await withBoth { server, terminal in
            let story = try await server.seed([counted("R&D <3 &lt; é👩‍👩‍👧‍👦 https://example.test/a?b=1&c=2", by: "bob")])[0]
            let long = try await server.seed([counted(String(repeating: "漢字 & ", count: 30), by: "bob")])[0]
            var picture = counted("a picture", by: "carol")
            picture.media = [.init(alt: "a cat"), .init()]
            var reply = SeededPost.reply("@bob yes", to: story, by: "carol")
            reply.counts = ["replies": 0]
            var repost = SeededPost.repost(of: long, by: "carol")
            repost.counts = ["replies": 0]
            try await server.seed([picture, reply, repost])
            for timeline in ["home", "user carol"] {
                let (old, new) = (
                    try await terminal.mustRun("acctstore timeline \(timeline) -a 1 --json"),
                    try await terminal.mustRun("acctstore timeline \(timeline) -a 2 --json")
                )
                #expect(new.replacing(#""service":"modern""#, with: #""service":"local""#) == old)
                #expect(old.contains(#""repost_of":{"#) && old.contains(#""alt":"a cat""#))
            }
            let log = try await server.log()
            #expect(log.allSatisfy { $0.verdict?.valid != false })
        }
    }

    private func counted(_ text: String, by user: String) -> SeededPost {
        var post = SeededPost(text, by: user)
        post.counts = ["replies": 0, "reposts": 2, "likes": 1]
        return post
    }

    @Test("posts beyond a page come once each, with few requests", arguments: [1, 2])
    func paging(account: Int) async throws {
        try await withBoth { server, terminal in
            let ids = try await server.seed([SeededPost("post {n}", count: 250)])
            let before = try await server.log().count
            let read = try posts(await terminal.mustRun("acctstore timeline -a \(account) -n 230 --jsonl"))
            #expect(read.map(\.id) == ids.suffix(230).reversed())
            #expect(try await server.log().count - before == (account == 1 ? 2 : 3))

            var stuck = ServiceOptions()
            stuck.stuck = true
            try await server.set(stuck)
            let again = try posts(await terminal.mustRun("acctstore timeline -a \(account) -n 1000 --jsonl"))
            #expect(Set(again.map(\.id)).count == again.count)
            #expect(try await server.log().count - before <= 6)
        }
    }

    @Test("a search reaches the service as it was typed", arguments: [1, 2])
    func search(account: Int) async throws {
        try await withBoth { server, terminal in
            try await server.seed([SeededPost("100% café & a+b #tag")])
            let found = try posts(
                await terminal.mustRun("acctstore timeline search -a \(account) '100% café & a+b' --jsonl"))
            #expect(found.map(\.text) == ["100% café & a+b #tag"])
            let asked = try #require(try await server.log().last)
            #expect(asked.query.contains("100%25%20caf%C3%A9%20%26%20a%2Bb"))
        }
    }

    @Test("version 2 takes posts and replies as JSON that no signature covers")
    func posting() async throws {
        try await withBoth { server, terminal in
            let first = try await terminal.mustRun("acctstore post -a 2 'dm bob a & b=c %41 &lt;'").dropLast()
            let second = try await terminal.mustRun("acctstore post -a 2 --reply-to \(first) yes").dropLast()
            let posts = try await server.posts()
            #expect(posts.map(\.text) == ["dm bob a & b=c %41 &lt;", "yes"])
            #expect(posts.map(\.id) == [String(first), String(second)])
            #expect(posts.last?.replyTo == String(first))
            let sent = try await server.log().filter { $0.path == "/2/tweets" }
            #expect(sent.count == 2 && sent.allSatisfy { $0.verdict?.valid == true })
            let viewed = try await terminal.mustRun("acctstore view -a 2 \(second) --json")
            #expect(viewed.contains(#""reply_to":"\#(first)""#))
            expectFailure(try await terminal.run("acctstore view -a 2 99"), 76, "99")
        }
    }
}
