import AccountModel
import FoundationEssentials
import SocialClient
import Testing

/// Tweets in the shapes in which services have sent them.
@Suite struct PostReadingTests {
    private let dialect = Twitter11(
        ServiceProfile(service: .twitter, title: "X", dialect: .twitter11, api: "https://api.x.com/"))

    private func post(_ json: String) throws -> Post {
        try #require(dialect.post(in: Array(json.utf8)))
    }

    @Test(arguments: [
        #"{"id":267081518403440641,"id_str":"267081518403440641"}"#,
        #"{"id":267081518403440641}"#,
        #"{"id":"267081518403440641"}"#,
        #"{"id":267081518403440640,"id_str":"267081518403440641"}"#,
    ])
    func idsKeepEveryDigit(json: String) throws {
        #expect(try post(json).id == "267081518403440641")
    }

    @Test func idsLongerThanAnyIntegerKeepEveryDigit() throws {
        #expect(try post(#"{"id":123456789012345678901234567890}"#).id == "123456789012345678901234567890")
    }

    @Test(arguments: [38, 39, 60, 100, 101, 400])
    func anIdIsReadWithEveryDigitOrNotAtAll(count: Int) throws {
        let digits = String(repeating: "7", count: count)
        let id = dialect.post(in: Array(#"{"id":\#(digits)}"#.utf8))?.id
        #expect(id == (count <= 100 ? digits : nil))
        #expect(try count > 100 || post(#"{"id":\#(digits),"id_str":"\#(digits)"}"#).id == digits)
    }

    @Test(arguments: [
        "", "{}", "[]", "null", "<html></html>", #"{"id":null}"#, #"{"id":"a\u001b[2J"}"#, #"{"id_str":""}"#,
        #"{"errors":[{"code":88,"message":"Rate limit exceeded"}]}"#, #"{"id":12"#, #"{"id":1e5}"#, #"{"id":-5}"#,
    ])
    func whatHasNoIdIsNoPost(json: String) {
        #expect(dialect.post(in: Array(json.utf8)) == nil)
    }

    @Test func escapesOfTheTextAreDecodedOnce() throws {
        #expect(
            try post(#"{"id":1,"text":"R&amp;D &lt;3 &amp;lt; &unknown; & &"}"#).text == "R&D <3 &lt; &unknown; & &")
    }

    @Test(arguments: [
        #"{"id":1,"text":"whole"}"#, #"{"id":1,"full_text":"whole"}"#,
        #"{"id":1,"text":"wh…","full_text":"whole"}"#,
        #"{"id":1,"text":"wh…","truncated":true,"extended_tweet":{"full_text":"whole"}}"#,
    ])
    func theWholeTextIsFoundInEveryShape(json: String) throws {
        #expect(try post(json).text == "whole")
    }

    @Test func aRepostHasTheWholeTextOfTheOriginal() throws {
        let repost = try post(
            #"""
            {"id":2,"truncated":false,"text":"RT @bob: the beginning…","retweeted_status":
             {"id":1,"text":"the beginning…","extended_tweet":{"full_text":"the beginning and the &amp; end"},
              "user":{"id":7,"screen_name":"bob"}}}
            """#)
        #expect(repost.text == "RT @bob: the beginning and the & end")
        #expect(repost.repost?.post.text == "the beginning and the & end")
        #expect(repost.repost?.post.id == "1")
    }

    @Test(arguments: [
        (#""100+""#, Post.Count.words("100+")), ("100", .exact(100)), (#""7""#, .exact(7)), ("null", nil), ("[]", nil),
    ])
    func countsAreNumbersOrWords(json: String, count: Post.Count?) throws {
        #expect(try post(#"{"id":1,"retweet_count":\#(json)}"#).counts.reposts == count)
    }

    @Test func theAuthorTheAnsweredPostAndTheTimeAreRead() throws {
        let read = try post(
            #"""
            {"id":9,"created_at":"Mon Feb 01 18:45:13 +0000 2010","in_reply_to_status_id":267081518403440641,
             "user":{"id":12345678901234567,"screen_name":"alice","name":"Alice","description":null,
                     "profile_image_url_https":"https://pbs.example/a.png"}}
            """#)
        #expect(
            read.author
                == Author(
                    id: "12345678901234567", username: "alice", name: "Alice", picture: "https://pbs.example/a.png"))
        #expect(read.replyTo == "267081518403440641")
        #expect(read.createdAt?.formatted(.iso8601) == "2010-02-01T18:45:13Z")
        #expect(read.url == "https://x.com/alice/status/9")
    }

    @Test func linksAndMediaComeFromTheEntities() throws {
        let read = try post(
            #"""
            {"id":9,"entities":{"urls":[{"url":"https://t.co/a","expanded_url":"https://example.com/long",
              "display_url":"example.com/lo…"},{"url":"https://t.co/b"},{}],
              "media":[{"type":"photo","media_url_https":"https://pbs.example/1.jpg"}]},
             "extended_entities":{"media":[
              {"type":"photo","media_url_https":"https://pbs.example/1.jpg","ext_alt_text":"A cat"},
              {"type":"video","media_url_https":"https://pbs.example/still.jpg","video_info":{"variants":[
               {"content_type":"application/x-mpegURL","url":"https://v.example/list"},
               {"content_type":"video/mp4","bitrate":1,"url":"https://v.example/small"},
               {"content_type":"video/mp4","bitrate":2,"url":"https://v.example/big"}]}}]}}
            """#)
        #expect(
            read.links == [
                Post.Link(shown: "example.com/lo…", url: "https://example.com/long"),
                Post.Link(shown: "https://t.co/b", url: "https://t.co/b"),
            ])
        #expect(
            read.media == [
                Post.Media(kind: "photo", url: "https://pbs.example/1.jpg", alt: "A cat"),
                Post.Media(kind: "video", url: "https://v.example/big"),
            ])
    }

    @Test func fieldsOfUnexpectedTypesAreTakenAsMissing() throws {
        let read = try post(#"{"id":9,"text":5,"user":"alice","entities":[],"created_at":0,"retweeted_status":false}"#)
        #expect(read == Post(id: "9", service: "twitter", text: ""))
    }
}
