import GLibBridge
import Testing

@Suite struct UnicodeNormalizationTests {
    @Test(arguments: [
        ("", ""), ("plain", "plain"), ("cafe\u{301}", "caf\u{e9}"), ("\u{1112}\u{1161}\u{11ab}", "\u{d55c}"),
        ("a\0e\u{301}\0", "a\0\u{e9}\0"), ("\u{fb01}", "\u{fb01}"), ("👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"),
    ]) func decomposedLettersBecomeOneScalar(text: String, normal: String) {
        #expect(UnicodeNormalization.nfc(text).unicodeScalars.elementsEqual(normal.unicodeScalars))
    }

    @Test(arguments: [
        ("Example.TEST", "example.test"), ("bücher.example", "xn--bcher-kva.example"), ("", nil), ("a\0b", nil),
    ]) func aHostHasAnASCIIForm(host: String, ascii: String?) {
        #expect(UnicodeNormalization.asciiHost(host)?.lowercased() == ascii)
    }
}
