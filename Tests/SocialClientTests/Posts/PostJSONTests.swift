import FoundationEssentials
import SocialClient
import Testing

@Suite struct PostJSONTests {
    @Test func everyKeyIsThereAndTheUnknownIsNull() throws {
        #expect(
            try Post(id: "1", service: "twitter", text: "a/b").json()
                == #"{"author":null,"counts":{"likes":null,"replies":null,"reposts":null},"created_at":null,"id":"1","#
                + #""links":[],"media":[],"reply_to":null,"repost_of":null,"service":"twitter","text":"a/b","url":null}"#
        )
    }

    @Test func everythingKnownIsTold() throws {
        let original = Post(id: "1", service: "twitter", text: "original")
        let post = Post(
            id: "2", service: "twitter", createdAt: Date(timeIntervalSince1970: 1_265_049_913), text: "t",
            author: Author(id: "3", username: "alice"), replyTo: "4", repost: Repost(of: original),
            counts: Post.Counts(replies: .exact(1), reposts: .words("100+"), likes: .exact(0)),
            links: [Post.Link(shown: "s", url: "u")], media: [Post.Media(kind: "photo", url: "m")], url: "https://x")
        #expect(
            try post.json()
                == #"{"author":{"description":null,"id":"3","name":null,"picture":null,"username":"alice"},"#
                + #""counts":{"likes":0,"replies":1,"reposts":"100+"},"created_at":"2010-02-01T18:45:13Z","id":"2","#
                + #""links":[{"shown":"s","url":"u"}],"media":[{"alt":null,"kind":"photo","url":"m"}],"reply_to":"4","#
                + #""repost_of":\#(try original.json()),"service":"twitter","text":"t","url":"https://x"}"#)
    }
}
