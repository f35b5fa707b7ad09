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
