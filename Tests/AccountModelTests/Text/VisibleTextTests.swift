import AccountModel
import Testing

@Suite("Text made fit for a terminal")
struct VisibleTextTests {
    @Test(
        "What moves the cursor, turns the writing or hides is written out",
        arguments: [
            ("\u{1B}[2J", #"\u{1B}[2J"#), ("a\r\nb\tc\u{7F}", #"a\u{D}\u{A}b\u{9}c\u{7F}"#), ("\u{9B}1m", #"\u{9B}1m"#),
            ("a\u{202E}b\u{2066}c", #"a\u{202E}b\u{2066}c"#), ("a\u{200B}b\u{FEFF}", #"a\u{200B}b\u{FEFF}"#),
            ("a\u{2028}b\u{A0}c\u{3000}", #"a\u{2028}b\u{A0}c\u{3000}"#), ("\u{E000}\u{E0041}", #"\u{E000}\u{E0041}"#),
            ("\u{0}", #"\u{0}"#), ("\u{3164}\u{115F}", #"\u{3164}\u{115F}"#),
        ])
    func hidden(text: String, shown: String) {
        #expect(VisibleText.line(text) == shown)
    }

    @Test("Letters of any script stay", arguments: ["nightly-2", "žluťoučký", "e\u{301}", "日本語", "😀", "C:\\x"])
    func plain(text: String) {
        #expect(VisibleText.line(text) == text)
    }

    @Test("A long text keeps its start and its end, counted as it is shown")
    func limit() {
        #expect(VisibleText.line("abcdefghij", limit: 10) == "abcdefghij")
        #expect(VisibleText.line("abcdefghijk", limit: 10) == "abcde…hijk")
        #expect(VisibleText.line("\u{1B}\u{1B}\u{1B}", limit: 13) == #"\u{1B}…\u{1B}"#)
        #expect(VisibleText.line("abc", limit: 1) == "…")
    }
}
