import Testing

@testable import AcctstoreCLI

@Suite("What arrives in pieces is shown like what arrives whole")
struct ArrivingTextTests {
    private static let samples = [
        "", "plain\n", "no end", "é漢😀\u{1B}\u{85}", "{\"a\":\"\\\"}]\\\\\",\"b\":[[],{\"c\":null}]} {\"d\":1}",
        "[[[[[[]]]]]]", "}}]],,::\"",
    ]

    @Test("whatever the pieces are", arguments: samples)
    func pieces(_ sample: String) {
        let bytes = Array(sample.utf8)
        let whole = Self.shown([bytes])
        for size in 1...5 {
            let pieces = stride(from: 0, to: bytes.count, by: size).map {
                Array(bytes[$0..<min($0 + size, bytes.count)])
            }
            #expect(Self.shown(pieces) == whole)
        }
        for byte in whole.utf8 { #expect(byte >= 0x20 && byte != 0x7F || byte == 0x0A || byte == 0x09) }
    }

    @Test("bytes that are no UTF-8 are shown as such, and a character that never ends is not waited for")
    func invalid() {
        #expect(Self.shown([[0xFF, 0x61]], laidOut: false) == "\u{FFFD}a\n")
        #expect(Self.shown([[0x61, 0xE2, 0x82]], laidOut: false) == "a\u{FFFD}\n")
        #expect(Self.shown([[0xE2], [0x82], [0xAC]], laidOut: false) == "€\n")
    }

    @Test("10,000 levels are laid out in lines of a length that ends")
    func deep() {
        let text = Self.shown([[UInt8](repeating: UInt8(ascii: "["), count: 10_000)])
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 70 })
    }

    private static func shown(_ pieces: [[UInt8]], laidOut: Bool = true) -> String {
        var text = ArrivingText()
        var layout = JSONLayout()
        var shown = ""
        for piece in pieces { shown += text.shown(laidOut ? layout.laidOut(piece) : piece) }
        return shown + text.end()
    }
}
