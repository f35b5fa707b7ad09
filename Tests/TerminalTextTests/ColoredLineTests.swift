import TerminalText
import Testing

@Suite("Lines of other programs")
struct ColoredLineTests {
    @Test(
        "characters and colours pass",
        arguments: [
            ("", 0), ("abc", 3), ("\u{1B}[38;5;24;48;5;18m▄▄\u{1B}[0m", 2), ("\u{1B}[m漢", 2),
        ])
    func passing(line: String, columns: Int) {
        #expect(ColoredLine.columns(line.utf8) == columns)
    }

    @Test(
        "anything else does not",
        arguments: [
            "\u{1B}[2J", "\u{1B}[1;1H", "\u{1B}]0;title\u{7}", "\u{1B}Pq#0\u{1B}\\", "a\tb", "a\rb", "\u{9B}0m",
            "\u{1B}",
            "\u{1B}[", "\u{1B}[38", "\u{1B}[?25l", "\u{1B}[38:5:1m", "\u{202E}", "\u{1B}[3b",
        ])
    func refused(line: String) {
        #expect(ColoredLine.columns(line.utf8) == nil)
    }

    @Test("what is not UTF-8 does not pass")
    func notUTF8() {
        #expect(ColoredLine.columns([0xFF, 0x41]) == nil)
    }
}
