import AccountModel
import SocialClient
import Testing

/// The text in which links stand as they lead on.
@Suite struct ShownTextTests {
    private func post(_ text: String, _ entities: String) throws -> Post {
        let dialect = Twitter11(
            ServiceProfile(service: .twitter, title: "X", dialect: .twitter11, api: "https://api.example/"))
        return try #require(
            dialect.post(in: Array(#"{"id":1,"full_text":"\#(text)","entities":\#(entities)}"#.utf8)))
    }

    private func link(_ indices: String, url: String = "https://t.co/abc") -> String {
        #"{"url":"\#(url)","expanded_url":"https://example.com/x","display_url":"example.com/x","indices":\#(indices)}"#
    }

    @Test(arguments: [
        "[10,26]", "[0,4]", "[26,10]", "[-26,-10]", "[10,500]", "[4611686018427387904,18446744073709551617]", "[10]",
        "null", #"["first","last"]"#, "[9.5,1e3]", "{}",
    ])
    func whereverALinkIsSaidToBeTheTextStaysWhole(indices: String) throws {
        let read = try post("é 👨‍👩‍👧 &lt; https://t.co/abc &amp; on", #"{"urls":[\#(link(indices))]}"#)
        #expect(read.shownText == "é 👨‍👩‍👧 < example.com/x & on")
        #expect(read.text == "é 👨‍👩‍👧 < https://t.co/abc & on")
    }

    @Test func linksThatOverlapOrAreNotThereChangeNothingElse() throws {
        let links = [link("[0,10]"), link("[5,15]", url: "https://t.co/ab"), link("[0,99]", url: ""), "{}", "7"]
        let read = try post("a https://t.co/abc https://t.co/abcd b", #"{"urls":[\#(links.joined(separator: ","))]}"#)
        #expect(read.shownText == "a example.com/x https://t.co/abcd b")
    }

    @Test func aLinkIsShownWhereverItStands() throws {
        let read = try post("https://t.co/abc、https://t.co/abc.", #"{"urls":[\#(link("[0,16]"))]}"#)
        #expect(read.shownText == "example.com/x、example.com/x.")
    }

    @Test(arguments: [
        ("a picture https://t.co/pic", "a picture"), ("https://t.co/pic", ""),
        ("https://t.co/pic in front", "https://t.co/pic in front"),
        ("twice https://t.co/pic\\n", "twice"), ("a https://t.co/abc https://t.co/pic", "a example.com/x"),
    ])
    func theAddressOfAPictureIsLeftOutAtTheEnd(text: String, shown: String) throws {
        let media = #"[{"type":"photo","url":"https://t.co/pic","media_url_https":"https://p.example/1.jpg"}]"#
        #expect(try post(text, #"{"urls":[\#(link("[0,1]"))],"media":\#(media)}"#).shownText == shown)
    }

    @Test func aTextThatLinksWouldMakeTooLongIsShownAsItCame() throws {
        let text = String(repeating: "a ", count: 1000) + "a"
        let entity = #"{"url":"a","display_url":"\#(String(repeating: "b", count: 1000))"}"#
        #expect(try post(text, #"{"urls":[\#(entity)]}"#).shownText == text)
    }

    @Test func whatIsShownIsNotReadAgain() throws {
        let entity =
            #"{"url":"https://t.co/abc","display_url":"https://t.co/abd &amp;"},{"url":"https://t.co/abd","display_url":"no"}"#
        #expect(try post("https://t.co/abc", #"{"urls":[\#(entity)]}"#).shownText == "https://t.co/abd &amp;")
    }
}
