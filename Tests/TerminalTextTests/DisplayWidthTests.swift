import TerminalText
import Testing

@Suite("Columns")
struct DisplayWidthTests {
    @Test(
        "a text takes as many columns as a terminal gives it",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("a\u{300}\u{301}\u{302}", 1), ("ß", 1), ("Ω", 1),
            ("漢字", 4), ("ｱ", 1), ("Ａ", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("。", 2),
            ("\u{200B}", 0), ("\u{200D}", 0), ("\u{AD}", 0), ("\u{FEFF}", 0), ("a\u{200E}b", 2),
            ("\u{1B}", 0), ("\t", 0), ("\u{7F}", 0), ("\u{9B}", 0),
            ("·", 1), ("…", 1), ("±", 1), ("☎", 1), ("☎\u{FE0F}", 2), ("⌚", 2),
            ("😀", 2), ("👍🏽", 2), ("☝🏽", 2), ("👩‍👩‍👧‍👦", 2), ("❤️‍🔥", 2), ("🏳️‍🌈", 2), ("🕵🏽‍♂️", 2), ("1️⃣", 2), ("🇩🇪", 2), ("🇩", 1),
            ("🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", 2), ("நி", 2), ("שלום", 4), ("שָׁ", 1), ("ก็", 1),
        ])
    func columns(text: String, expected: Int) {
        #expect(DisplayWidth.columns(text) == expected)
    }
}
