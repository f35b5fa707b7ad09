import AccountModel
import FoundationEssentials
import SocialClient
import Testing

/// Whole answers, as services send them.
@Suite struct FixtureReadingTests {
    private func page(_ fixture: String, _ dialect: ServiceProfile.Dialect) throws -> PostPage {
        let profile = ServiceProfile(service: .twitter, title: "X", dialect: dialect, api: "https://api.example/")
        let reader: any Dialect =
            switch dialect {
            case .mastodon: Mastodon(profile)
            case .twitter2: Twitter2(profile)
            case .twitter11, .none: Twitter11(profile)
            }
        return try #require(reader.page(in: Fixture.bytes(fixture)))
    }

    private static let mira = Author(
        id: "267081518403440641", username: "mira", name: "Mira ☕", description: "tea",
        picture: "https://pictures.example/mira_normal.png")

    @Test func aTimelineOfVersion11() throws {
        let page = try page("twitter-1.1-home", .twitter11)
        #expect(page.posts.map(\.id) == ["540891642389696512", "540891642389696500", "540891642389696400"])
        #expect(page.unreadable == 3)
        #expect(page.next == "540891642389696399")
        let first = try #require(page.posts.first)
        #expect(first.text == "Tea & biscuits ☕ 3 < 4 https://t.co/aaaaaaaaaa https://t.co/bbbbbbbbbb")
        #expect(first.shownText == "Tea & biscuits ☕ 3 < 4 tea.example/leaves?a=1&b=2")
        #expect(first.links.map(\.url) == ["https://tea.example/leaves?a=1&b=2"])
        #expect(first.media.map(\.alt) == ["A pot", nil])
        #expect(first.author == Self.mira)
        #expect(first.counts == Post.Counts(reposts: .exact(3), likes: .exact(12)))
        let last = try #require(page.posts.last)
        #expect(last.text == "whole, in a tweet of its own")
        #expect(last.replyTo == "267081518403440641")
    }

    @Test func aRepostHasTheWholeOfTheOriginalInEitherVersion() throws {
        for (fixture, dialect, story) in [
            (
                "twitter-1.1-home", ServiceProfile.Dialect.twitter11,
                "A long story that goes on for longer than a hundred and forty characters and is therefore cut where it "
                    + "would be best to read, in the middle of it & at the end"
            ), ("twitter-2-home", .twitter2, "A long story, whole & to the end"),
        ] {
            let repost = try page(fixture, dialect).posts[1]
            let original = try #require(repost.repost?.post)
            #expect(repost.author?.username == "mira")
            #expect(original.author?.username == "jonas")
            #expect(original.id == "540000000000000001")
            #expect(original.text == story + " https://t.co/cccccccccc")
            #expect(original.shownText == story + " story.example")
            #expect(repost.text == "RT @jonas: " + original.text)
            #expect(repost.shownText == "RT @jonas: " + original.shownText)
            #expect(repost.links == original.links)
        }
        #expect(try page("twitter-1.1-home", .twitter11).posts[1].counts.reposts == .words("100+"))
    }

    @Test func aTimelineOfVersion2() throws {
        let page = try page("twitter-2-home", .twitter2)
        #expect(page.posts.map(\.id) == ["540891642389696512", "540891642389696500", "540891642389696400"])
        #expect(page.unreadable == 3)
        #expect(page.next == "7140dibdnow9c7btw3w29grvxfcgvpb9n9coehpk7xz5i")
        let first = try #require(page.posts.first)
        #expect(first.shownText == "Tea & biscuits ☕ 3 < 4 tea.example/leaves?a=1&b=2")
        #expect(
            first.media == [
                Post.Media(kind: "photo", url: "https://pictures.example/1.jpg", alt: "A pot"),
                Post.Media(kind: "video", url: "https://films.example/large.mp4"),
            ])
        #expect(page.posts[1].createdAt?.formatted(.iso8601) == "2014-12-05T15:50:00Z")
        #expect(page.posts[2].replyTo == "540000000000000002")
        #expect(page.posts[2].repost == nil)
        #expect(page.posts[2].counts == Post.Counts())
    }

    @Test func theSamePostHasTheSameJSONInEitherVersion() throws {
        let old = try #require(page("twitter-1.1-home", .twitter11).posts.first)
        var new = try #require(page("twitter-2-home", .twitter2).posts.first)
        #expect(new.counts.replies == .exact(0))
        new.counts.replies = nil
        new.media = old.media
        #expect(try new.json() == old.json())
    }

    @Test func searchOfVersion1HasItsOwnKeysAndDates() throws {
        let page = try page("twitter-1-search", .twitter11)
        let post = try #require(page.posts.first)
        #expect(post.text == "old & gold")
        #expect(post.createdAt?.formatted(.iso8601) == "2010-10-27T03:56:39Z")
        #expect(post.author == Author(id: "11", username: "mira", picture: "http://pictures.example/mira_normal.png"))
        #expect(page.next == "28860219110")
    }

    @Test func searchOfGNUSocialIsAnArrayOfTextsWithoutEscapes() throws {
        let page = try page("gnu-social-search", .twitter11)
        let post = try #require(page.posts.first)
        #expect(post.text == "&lt; is how a < is written")
        #expect((post.id, post.replyTo) == ("7", "3"))
        #expect(post.url == "https://social.example/notice/7")
    }

    @Test func aTimelineOfMastodon() throws {
        let page = try page("mastodon-home", .mastodon)
        #expect(
            page.posts.map(\.id) == [
                "01J9ZQ3T7Y8V5K2M4N6P8R0S1T", "01J9ZQ3T7Y8V5K2M4N6P8R0S1S", "01J9ZQ3T7Y8V5K2M4N6P8R0S1R",
            ])
        #expect(page.unreadable == 3)
        let first = try #require(page.posts.first)
        let text = "Tea & biscuits ☕ 3 < 4 https://tea.example/leaves?a=1&b=2\n\n@jonas #tea :blobtea:"
        #expect((first.text, first.shownText) == (text, text))
        #expect(
            first.links == [
                .init(shown: "https://tea.example/leaves?a=1&b=2", url: "https://tea.example/leaves?a=1&b=2")
            ])
        #expect(
            first.media == [
                .init(kind: "photo", url: "https://pictures.example/1.png", alt: "A pot"),
                .init(kind: "animated_gif", url: "https://elsewhere.example/2.mp4"),
            ])
        #expect(
            first.author
                == Author(
                    id: "01HXA", username: "mira@other.example", name: "Mira ☕", description: "tea\n\nand more",
                    picture: "https://pictures.example/mira.png"))
        #expect(first.counts == Post.Counts(replies: .exact(1), reposts: .exact(3), likes: .exact(12)))
        #expect(first.createdAt?.formatted(.iso8601) == "2014-12-05T15:55:44Z")
        #expect((first.visibility, first.url) == (.unlisted, "https://other.example/@mira/1"))
        let boost = page.posts[1]
        #expect(boost.text == "RT @jonas: CW: the ending\n\nThey wake up.")
        #expect(boost.repost?.post.contentWarning == "the ending")
        #expect(boost.repost?.post.shownText == "They wake up.")
        #expect(boost.author?.username == "mira@other.example")
        #expect(boost.url == "https://social.example/@jonas/7")
        let last = page.posts[2]
        #expect(last.replyTo == "01J9ZQ3T7Y8V5K2M4N6P8R0S1A")
        #expect(last.poll == Poll(options: [.init(text: "tea", votes: 3), .init(text: "coffee")], isClosed: true))
        #expect(last.visibility == nil)
        #expect(last.author == Author(id: "2", username: "jonas", picture: nil))
    }

    @Test func thePostsOfMastodonHaveTheJSONOfTheOthers() throws {
        #expect(
            try page("mastodon-home", .mastodon).posts[1].json()
                == #"{"author":{"description":"tea\n\nand more","id":"01HXA","name":"Mira ☕","#
                + #""picture":"https://pictures.example/mira.png","username":"mira@other.example"},"#
                + #""counts":{"likes":0,"replies":0,"reposts":0},"created_at":"2014-12-05T15:50:00Z","#
                + #""id":"01J9ZQ3T7Y8V5K2M4N6P8R0S1S","links":[],"media":[],"reply_to":null,"repost_of":"#
                + #"{"author":{"description":null,"id":"2","name":null,"picture":null,"username":"jonas"},"#
                + #""counts":{"likes":1,"replies":0,"reposts":2},"created_at":"2014-12-05T15:40:00Z","id":"7","#
                + #""links":[],"media":[],"reply_to":null,"repost_of":null,"service":"twitter","#
                + #""text":"CW: the ending\n\nThey wake up.","url":"https://social.example/@jonas/7"},"#
                + #""service":"twitter","text":"RT @jonas: CW: the ending\n\nThey wake up.","#
                + #""url":"https://social.example/@jonas/7"}"#)
    }

    @Test(arguments: ["twitter-1.1-home", "twitter-1-search", "gnu-social-search", "twitter-2-home", "mastodon-home"])
    func anAnswerThatIsCutAnywhereIsNoPage(fixture: String) throws {
        let profile = ServiceProfile(service: .twitter, title: "X", dialect: .twitter11, api: "https://api.example/")
        let dialects: [any Dialect] = [Twitter11(profile), Twitter2(profile), Mastodon(profile)]
        let bytes = try Fixture.bytes(fixture)
        let end = try #require(bytes.lastIndex { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "}") })
        for length in 0...end {
            for dialect in dialects { #expect(dialect.page(in: Array(bytes[..<length])) == nil) }
        }
    }
}
