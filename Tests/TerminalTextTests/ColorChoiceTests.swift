import TerminalText
import Testing

@Suite("Colours")
struct ColorChoiceTests {
    @Test(
        "auto: on a terminal, unless NO_COLOR or a dumb terminal says no",
        arguments: [
            (["TERM": "xterm"], true), (["TERM": "dumb"], false), ([:], false),
            (["TERM": "xterm", "NO_COLOR": "1"], false),
        ])
    func auto(environment: [String: String], expected: Bool) {
        #expect(ColorChoice.auto.isColored(isTerminal: true) { environment[$0] } == expected)
        #expect(!ColorChoice.auto.isColored(isTerminal: false) { environment[$0] })
        #expect(ColorChoice.always.isColored(isTerminal: false) { environment[$0] })
        #expect(!ColorChoice.never.isColored(isTerminal: true) { environment[$0] })
    }
}
