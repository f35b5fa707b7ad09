import TerminalText
import Testing

@Suite("Wrapping")
struct StyledTextTests {
    private func wrap(_ text: String, _ width: Int) -> [String] {
        var styled = StyledText()
        styled.append(field: text)
        return lines(of: styled, width)
    }

    private func lines(of text: StyledText, _ width: Int, isColored: Bool = false) -> [String] {
        var lines: [String] = []
        text.forEachLine(width: width, isColored: isColored) { lines.append(String(decoding: $0, as: UTF8.self)) }
        return lines
    }

    @Test("lines are broken at blanks, which go; the others stay")
    func blanks() {
        #expect(wrap("the quick  brown fox", 10) == ["the quick", "brown fox"])
        #expect(wrap("the quick  brown fox", 12) == ["the quick", "brown fox"])
        #expect(wrap("a  b", 10) == ["a  b"])
        #expect(wrap("", 10) == [""])
        #expect(wrap("   x", 10) == ["   x"])
        #expect(wrap("exactly ten", 11) == ["exactly ten"])
        #expect(wrap("exactly ten ", 11) == ["exactly ten"])
    }

    @Test("a word that is too long is cut, between clusters only")
    func longWords() {
        #expect(wrap("see https://a.example/bcd", 10) == ["see", "https://a.", "example/bc", "d"])
        #expect(wrap("   abcdefghijkl", 10) == ["   abcdefg", "hijkl"])
        #expect(wrap("e\u{301}e\u{301}e\u{301}", 2) == ["e\u{301}e\u{301}", "e\u{301}"])
        #expect(wrap("👩‍👩‍👧‍👦👩‍👩‍👧‍👦x", 3) == ["👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦x"])
    }

    @Test("Chinese and Japanese are broken anywhere but before what closes")
    func ideographs() {
        #expect(wrap("漢字漢字", 5) == ["漢字", "漢字"])
        #expect(wrap("abc漢字。漢", 7) == ["abc漢", "字。漢"])
        #expect(wrap("abc漢字。漢", 8) == ["abc漢", "字。漢"])
        #expect(wrap("abc漢字。漢", 9) == ["abc漢字。", "漢"])
    }

    @Test("a terminal of one column, or none, gets everything")
    func narrow() {
        #expect(wrap("ab 漢👍🏽", 1) == ["a", "b", "漢", "👍🏽"])
        #expect(wrap("ab", 0) == ["a", "b"])
        #expect(wrap("ab", -5) == ["a", "b"])
    }

    @Test("no line is wider than the width, for a text of everything")
    func widths() {
        let text = "Hello 👩‍👩‍👧‍👦 漢字かな交じり文。 e\u{301}tude https://example.com/a/very/long/path?q=1 שלום 🇩🇪🇫🇷 ok"
        for width in 2...60 {
            let lines = wrap(text, width).map { $0.filter { $0 != "\u{2068}" && $0 != "\u{2069}" } }
            #expect(lines.allSatisfy { DisplayWidth.columns($0) <= width }, "\(width)")
            #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " }, "\(width)")
        }
    }

    @Test("each line opens and closes its styles")
    func styles() {
        var text = StyledText()
        text.append(field: "Ada L", Style(bold: true))
        text.append(" · ", Style(faint: true))
        text.append(field: "x @bob y", .plain) { $0.hasPrefix("@") ? Style(.cyan, underlined: true) : nil }
        #expect(
            lines(of: text, 6, isColored: true) == [
                "\u{1B}[1mAda L\u{1B}[0m", "\u{1B}[2m· \u{1B}[0mx", "\u{1B}[4;36m@bob\u{1B}[0m y",
            ])
        #expect(lines(of: text, 80) == ["Ada L · x @bob y"])
    }

    @Test("words that belong together stay on one line")
    func unbreakable() {
        var text = StyledText()
        text.append("posted ")
        text.append("3 m", isUnbreakable: true)
        #expect(lines(of: text, 9) == ["posted", "3 m"])
    }

    @Test("each line of a field from right to left stands in a fence of its own; others have none")
    func direction() {
        var text = StyledText()
        text.append(field: "שלום עולם")
        text.append(" · 3")
        text.append(field: "漢é")
        #expect(lines(of: text, 80) == ["\u{2068}שלום עולם\u{2069} · 3漢é"])
        #expect(lines(of: text, 6) == ["\u{2068}שלום\u{2069}", "\u{2068}עולם\u{2069} ·", "3漢é"])
    }
}
