/// Posts as a service of API v1.1 sends them.
enum SamplePosts {
    /// A page of posts of every kind, newest first; the clock of the tests stands at 2023-11-14, 22:13:20.
    static let everything = page(
        [
            post(
                "267081518403440641", at: "Tue Nov 14 22:13:00 +0000 2023", by: ("Ada Lovelace", "ada"),
                "The Analytical Engine has no pretensions whatever to originate anything, says @babbage; see "
                    + "https://t.co/a and https://t.co/b #computing",
                """
                "retweet_count":"100+","favorite_count":12,"reply_count":1,"entities":{"urls":[{"url":"https://t.co/a",\
                "expanded_url":"https://example.com/notes/on/the/sketch/of/the/engine?note=g#end",\
                "display_url":"example.com/notes/on/the…"},{"url":"https://t.co/b",\
                "expanded_url":"https://example.com/b","display_url":"example.com/b"}]}
                """),
            post(
                "267081518403440640", at: "Tue Nov 14 20:10:00 +0000 2023", by: ("Bob", "bob"), "RT @ada: Cut…",
                #""retweeted_status":"#
                    + post(
                        "267081518403440600", at: "Fri Dec 05 15:55:44 +0000 2014", by: ("Ada Lovelace", "ada"),
                        "Not cut: the whole of it.", #""favorite_count":0"#)),
            post(
                "267081518403440639", at: "Tue Nov 14 22:00:00 +0000 2023", by: ("דנה", "dana"),
                #"שלום עולם (3)\n\n  漢字かな交じり文で、とても長い文章を書いてみると、どこで改行されるのかがよくわかります。👩‍👩‍👧‍👦👍🏽"#,
                #""in_reply_to_status_id_str":"267081518403440641""#),
            post(
                "267081518403440638", at: "Wed Nov 08 22:00:00 +0000 2023", by: ("Eve", "eve"), "A cat",
                """
                "entities":{"media":[{"type":"photo","media_url_https":"https://pic.example/1.jpg",\
                "ext_alt_text":"A cat on a mat, asleep"}]}
                """),
            post(
                "267081518403440637", at: "Fri Apr 07 22:00:00 +0000 2023", by: ("", "nameless"),
                "R&amp;D &lt;3 &amp;lt;"),
        ])

    /// What drives a terminal, in every field.
    static let hostile = page([
        post(
            "7", at: "Tue Nov 14 22:13:00 +0000 2023",
            by: (#"E\u001b]0;owned\u0007ve\r"#, #"e\u009b2Jve\u202e"#),
            #"\u001b[2J \u001b]8;;http://a\u001b\\ \u001b]52;c;aGk=\u0007 \u0000\u007f\u0085 \u202egnp"#,
            """
            "in_reply_to_status_id_str":"1\\u001b[2J","retweet_count":"9\\u001b[1m",\
            "entities":{"urls":[{"url":"https://t.example/1","expanded_url":"https://a\\u001b[2J",\
            "display_url":"b\\u001b[2J"}],"media":[{"type":"ph\\u001boto","media_url_https":"https://p\\u0007",\
            "ext_alt_text":"\\u001b[2Jalt"}]}
            """),
        post("8", at: "x", by: ("Ok", "ok"), "plain"),
    ])

    /// Posts as a server sends them that speaks Mastodon's API.
    static let mastodon = page([
        status(
            "01J9ZQ3T7Y8V5K2M4N6P8R0S1T", by: "ada@other.example",
            #"<p>See <a href=\"https://example.com/notes/on/the/engine?a=1&amp;b=2\"><span class=\"invisible\">https://</span>"#
                + #"<span class=\"ellipsis\">example.com/notes/on</span><span class=\"invisible\">/the/engine?a=1&amp;b=2"#
                + #"</span></a> and <a href=\"https://elsewhere.example/\">this</a>, says <a class=\"mention\" "#
                + #"href=\"https://social.example/@bob\">@<span>bob</span></a></p><ul><li>one</li><li>two</li></ul>"#,
            #""visibility":"unlisted","favourites_count":2"#),
        status(
            "01J9ZQ3T7Y8V5K2M4N6P8R0S1S", by: "bob", "<p>They wake up.</p>",
            #""visibility":"private","spoiler_text":"the ending \u001b[2J","in_reply_to_id":"01J9ZQ3T7Y8V5K2M4N6P8R0S1A""#
        ),
        status(
            "01J9ZQ3T7Y8V5K2M4N6P8R0S1R", by: "eve", "<p>Which one?</p><script>alert(1)</script>",
            """
            "visibility":"direct","poll":{"expired":true,"options":[{"title":"tea","votes_count":3},\
            {"title":"coffee \\u001b[2J","votes_count":1}]},"media_attachments":[{"type":"image",\
            "url":"https://pic.example/1.png","description":"a pot"}]
            """),
    ])

    private static func status(_ id: String, by author: String, _ html: String, _ more: String) -> String {
        """
        {"id":"\(id)","created_at":"2023-11-14T22:00:00.000Z","content":"\(html)","account":{"id":"9",\
        "acct":"\(author)","display_name":""},\(more)}
        """
    }

    static func page(_ posts: [String]) -> String { "[\(posts.joined(separator: ","))]" }

    /// Posts with these ids.
    static func page(ids: some Sequence<Int>) -> String {
        page(ids.map { post("\($0)", at: "Tue Nov 14 22:13:00 +0000 2023", by: ("Bob", "bob"), "post \($0)") })
    }

    static func post(
        _ id: String, at time: String, by author: (name: String, handle: String), _ text: String, _ more: String = ""
    ) -> String {
        """
        {"id_str":"\(id)","created_at":"\(time)","full_text":"\(text)","user":{"id_str":"9","name":"\(author.name)",\
        "screen_name":"\(author.handle)"}\(more.isEmpty ? "" : ",\(more)")}
        """
    }
}
