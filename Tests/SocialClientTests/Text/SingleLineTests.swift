import Testing

@testable import SocialClient

@Suite struct SingleLineTests {
    @Test func nothingThatATerminalObeysIsLeft() {
        let attacks = "\u{1B}[2J\u{1B}]8;;http://x\u{7}link\u{1B}]52;c;aGk=\u{7}\u{9B}31m\u{202E}\u{7F}\u{0}\u{8}"
        let shown = SingleLine.shown(attacks)
        #expect(
            shown.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\u{202E}" })
        #expect(shown.hasPrefix(#"\u{1B}[2J\u{1B}]8;;http://x\u{7}link"#))
    }

    @Test func linesAndBlanksRunTogether() {
        #expect(SingleLine.shown("  one\r\n\ttwo \u{2028} three\u{85}") == "one two three")
    }

    @Test func longTextIsCut() {
        #expect(SingleLine.shown("aaaa bbbb", length: 6) == "aaaa b…")
        #expect(SingleLine.shown("aaaa bbbb", length: 9) == "aaaa bbbb")
        #expect(SingleLine.shown("e" + String(repeating: "\u{301}", count: 500)).unicodeScalars.count == 201)
    }
}
