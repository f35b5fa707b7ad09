import TerminalText
import Testing

@Suite("Text of others")
struct FieldTextTests {
    @Test(
        "what a terminal obeys is written out",
        arguments: [
            ("\u{1B}[2Jhi", #"\u{1B}[2Jhi"#), ("a\u{7}b", #"a\u{7}b"#), ("a\u{0}b", #"a\u{0}b"#),
            ("\u{1B}]52;c;aGk=\u{7}", #"\u{1B}]52;c;aGk=\u{7}"#), ("\u{9B}2J", #"\u{9B}2J"#), ("\u{7F}", #"\u{7F}"#),
            ("\u{1B}]8;;http://a\u{1B}\\x", #"\u{1B}]8;;http://a\u{1B}\x"#), ("\u{202E}gnp.exe", #"\u{202E}gnp.exe"#),
        ])
    func hostile(text: String, shown: String) {
        #expect(FieldText.line(text) == shown)
        #expect(FieldText.paragraphs(text) == [shown])
    }

    @Test("no text leaves a control byte, or a character that reaches beyond the text")
    func everyScalar() {
        let all = (0...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init)
        var text = String.UnicodeScalarView()
        for scalar in all where scalar.value < 0x3000 || (0xE000...0x1FFFF).contains(scalar.value) {
            text.append(scalar)
        }
        let shown = FieldText.line(String(text)).unicodeScalars
        #expect(
            !shown.contains { $0.properties.generalCategory == .control || $0.properties.isBidiControl && !isMark($0) })
    }

    private func isMark(_ scalar: Unicode.Scalar) -> Bool { ["\u{200E}", "\u{200F}", "\u{61C}"].contains(scalar) }

    @Test("emoji and scripts keep their joiners; tags stay with their flag; isolates go")
    func kept() {
        let flag = "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"
        for text in ["👩‍👩‍👧‍👦", "❤️‍🔥", "نمی‌خواهم", "e\u{301}", flag, "a\u{200E}", "1️⃣"] {
            #expect(FieldText.line(text) == text)
        }
        #expect(FieldText.line("hi\u{E0067}\u{E0062}") == "hi")
        #expect(FieldText.line("\u{2067}@dana\u{2069} \u{202B}x\u{202C}\u{FEFF}\u{200B}") == "@dana x")
    }

    @Test("lines end as anybody ends them; on one line they are blanks")
    func lines() {
        let text = "a\r\nb\rc\n\nd\u{2028}e\tf\u{85}g\n\n"
        #expect(FieldText.paragraphs(text) == ["a", "b", "c", "", "d", "e    f", "g"])
        #expect(FieldText.line("a\r\nb\tc") == "a b c")
        #expect(FieldText.paragraphs("") == [""])
    }

    @Test("in ASCII: letters without accents, plain quotes, one ? for what a reader sees as one")
    func ascii() {
        #expect(CharacterSet.ascii.text("“naïve” café — e\u{301}…") == "\"naive\" cafe -- e...")
        #expect(CharacterSet.ascii.text("漢👩‍👩‍👧‍👦!\u{200E}") == "??!")
        #expect(CharacterSet.utf8.text("漢") == "漢")
    }

    @Test(
        "the locale's name says which characters a terminal takes; a pipe takes UTF-8",
        arguments: [
            (["LANG": "de_DE.UTF-8"], CharacterSet.utf8), (["LC_ALL": "C.utf8", "LANG": "C"], .utf8),
            (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], .ascii), (["LC_CTYPE": "de_DE@euro"], .ascii), ([:], .ascii),
            (["LANG": "de_DE.ISO-8859-1"], .ascii), (["LANG": "sr_RS.UTF-8@latin"], .utf8),
        ])
    func locale(environment: [String: String], expected: CharacterSet) {
        #expect(CharacterSet(isTerminal: true) { environment[$0] } == expected)
        #expect(CharacterSet(isTerminal: false) { environment[$0] } == .utf8)
    }
}
