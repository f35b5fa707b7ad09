import AccountModel
import Testing

@Suite("Text for people")
struct TextTests {
    static let attack = "a\u{1B}[2J\r\nb\u{9B}31m\u{202E}c\u{2028}d\u{0}"

    @Test("What a terminal obeys is written out, in the same way in a question and in a message")
    func visible() {
        let shown = #"a\u{1B}[2J\u{D}\u{A}b\u{9B}31m\u{202E}c\u{2028}d\u{0}"#
        #expect(VisibleText.line(Self.attack) == shown)
        #expect(OneLine.visible(Self.attack) == shown)
    }

    @Test("A question shows nothing that cannot be seen; a message keeps the blanks and emoji of all writing")
    func strictness() {
        #expect(VisibleText.line("a\u{A0}b\u{FE0F}\u{E000}é漢") == #"a\u{A0}b\u{FE0F}\u{E000}é漢"#)
        #expect(OneLine.visible("a\u{3000}❤\u{FE0F} é漢") == "a\u{3000}❤\u{FE0F} é漢")
    }

    @Test("A question leaves out the middle of a long name, a message its end")
    func cutting() {
        #expect(VisibleText.line("0123456789", limit: 10) == "0123456789")
        #expect(VisibleText.line("0123456789", limit: 5) == "01…89")
        #expect(VisibleText.line("0123456789", limit: 1) == "…")
        #expect(OneLine.visible("0123456789", length: 10) == "0123456789")
        #expect(OneLine.visible("0123456789", length: 5) == "01234…")
    }

    @Test(
        "A word is quoted where a shell would read something into it",
        arguments: [
            ("/usr/bin/tool", "/usr/bin/tool"), ("a@b.c:d,e=f%g+h_i-j", "a@b.c:d,e=f%g+h_i-j"), ("", "''"),
            ("a b", "'a b'"), ("~/x", "'~/x'"), ("$(x)`y`", "'$(x)`y`'"), ("it's", #"'it'\''s'"#), ("é", "'é'"),
            ("*", "'*'"), ("a;b", "'a;b'"), ("#x", "'#x'"), ("!x", "'!x'"), ("a\\b", #"'a\b'"#),
        ])
    func shellWords(word: String, quoted: String) {
        #expect(ShellWord.quoted(word) == quoted)
    }
}
