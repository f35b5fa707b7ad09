import SecretBytes
import Testing

@testable import OAuth

@Suite("Fields of a form with secrets")
struct FormFieldsTests {
    let fields = FormFields(
        scanning: "oauth_token=to%2Bken&oauth_token_secret=s+%26&oauth_callback_confirmed=true&screen_name=al%C3%AD"
            .utf8
            .span)

    @Test("A token answer is taken apart, each value decoded")
    func tokenAnswer() throws {
        #expect(try #require(fields["oauth_token"]).withBytes { text($0) } == "to+ken")
        #expect(try #require(fields["oauth_token_secret"]).withBytes { text($0) } == "s &")
        #expect(fields.text("oauth_callback_confirmed") == "true")
        #expect(fields.text("screen_name") == "alí")
        #expect(fields["user_id"] == nil)
    }

    @Test("Printing shows names and no value")
    func printing() {
        var dumped = ""
        dump(fields, to: &dumped)
        for shown in ["\(fields)", dumped] {
            #expect(shown.contains("oauth_token_secret"))
            for value in ["to+ken", "to%2Bken", "s &", "true", "alí"] { #expect(!shown.contains(value), "\(shown)") }
        }
    }

    @Test("Of repeated names the first counts, a name alone is empty, bytes that are no UTF-8 are no text")
    func oddities() {
        let fields = FormFields(scanning: "a=1&a=2&b&c=%FF&%FF=x".utf8.span)
        #expect(fields.text("a") == "1")
        #expect(fields.text("b") == "")
        #expect(fields.text("c") == nil)
        #expect(fields.fields.count == 5)
    }

    @Test(
        "What is no form at all has no token", arguments: ["", "<html><body>Over capacity</body></html>", "{\"a\":1}"])
    func otherText(text: String) {
        #expect(FormFields(scanning: text.utf8.span)["oauth_token"] == nil)
    }
}
