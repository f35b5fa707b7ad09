import AccountModel
import Testing

@Suite("Text made fit for one line of a message")
struct OneLineTests {
    @Test("What a terminal obeys is written out, as it is in a question")
    func hidden() {
        let attack = "a\u{1B}[2J\r\nb\u{9B}31m\u{202E}c\u{2028}d\u{0}"
        #expect(OneLine.visible(attack) == #"a\u{1B}[2J\u{D}\u{A}b\u{9B}31m\u{202E}c\u{2028}d\u{0}"#)
        #expect(OneLine.visible(attack) == VisibleText.line(attack))
    }

    @Test("The blanks and emoji of all writing stay")
    func plain() {
        #expect(OneLine.visible("a\u{3000}❤\u{FE0F} é漢") == "a\u{3000}❤\u{FE0F} é漢")
    }

    @Test("What joins emoji stays between them, and is written out anywhere else")
    func joiner() {
        for picture in ["👩\u{200D}💻", "👩🏽\u{200D}💻", "❤\u{FE0F}\u{200D}🔥", "🏃\u{200D}♂\u{FE0F}"] {
            #expect(OneLine.visible(picture) == picture)
            #expect(OneLine.firstInvisible(in: picture) == nil)
        }
        for (text, shown) in [
            ("\u{200D}💻", #"\u{200D}💻"#), ("👩\u{200D}", #"👩\u{200D}"#), ("1\u{200D}2", #"1\u{200D}2"#),
            ("™\u{200D}®", #"™\u{200D}®"#), ("de\u{FE0F}\u{200D}💻", "de\u{FE0F}\\u{200D}💻"),
            ("👩\u{200D}\u{200D}💻", #"👩\u{200D}\u{200D}💻"#), ("👩\u{200B}💻", #"👩\u{200B}💻"#),
        ] {
            #expect(OneLine.visible(text) == shown)
        }
        #expect(OneLine.firstInvisible(in: "a\u{202E}b\u{7}") == #"\u{202E}"#)
    }

    @Test("A long text keeps its start")
    func limit() {
        #expect(OneLine.visible("0123456789", length: 10) == "0123456789")
        #expect(OneLine.visible("0123456789", length: 5) == "01234…")
    }

    @Test("Words of a page stand on one line, cut by code points")
    func joined() {
        #expect(OneLine.joined("  one\r\n\ttwo \u{2028} three\u{85}") == "one two three")
        #expect(OneLine.joined("aaaa bbbb", length: 6) == "aaaa b…")
        #expect(OneLine.joined("aaaa bbbb", length: 9) == "aaaa bbbb")
        #expect(OneLine.joined("e" + String(repeating: "\u{301}", count: 500)).unicodeScalars.count == 201)
    }
}
