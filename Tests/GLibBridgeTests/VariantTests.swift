import CGio
import Testing

@testable import GLibBridge

@Suite struct VariantTests {
    private static let values: [Variant] = [
        .boolean(true), .byte(255), .int16(-2), .uint16(65535), .int32(.min), .uint32(.max), .int64(.min),
        .uint64(.max), .double(0.5), .string(""), .string("é\n\"漢"), .objectPath("/a/b"), .signature("a{sv}"),
        .handle(3), .bytes([]), .bytes([0, 255, 10]), .strings([]), .strings(["a", ""]), .objectPaths(["/"]),
        .pairs([("b", "1"), ("a", "2"), ("b", "1")]), .stringDictionary(["k": "v"]), .dictionary([:]),
        .dictionary(["n": .uint32(2), "deep": .dictionary(["x": .variant(.strings(["y"]))])]),
        .tuple([]), .tuple([.string("x"), .array(of: "a{sv}", [.dictionary(["a": .boolean(false)])])]),
        .variant(.variant(.byte(1))), .array(of: "(oayays)", []),
    ]

    @Test(arguments: values) func aValueComesBackEqualAndWithItsSignature(value: Variant) throws {
        let encoded = try VariantEncoder.encode(value)
        #expect(unsafe VariantDecoder.decode(encoded.pointer) == value)
        #expect(unsafe String(cString: g_variant_get_type_string(encoded.pointer)) == value.signature)
    }

    private static let malformed: [Variant] = [
        .string("a\0b"), .objectPath("a"), .objectPath("/a/"), .objectPath("/\0"), .signature("a"), .array(of: "?", []),
        .array(of: "", []), .array(of: "s", [.byte(1)]), .array(of: "ss", []), .entry(.variant(.byte(1)), .byte(1)),
        .dictionary(["a\0": .byte(1)]), .tuple([.variant(.string("\0"))]),
    ]

    @Test(arguments: malformed) func whatGLibWouldWarnAboutIsAnError(value: Variant) {
        let error = #expect(throws: GLibError.self) { try VariantEncoder.encode(value) }
        #expect(error?.kind == .invalidArgument)
    }

    @Test func readingAsAnotherTypeGivesNil() {
        let text = Variant.string("x")
        #expect(text.uint32 == nil && text.children == nil && text.strings == nil && text.dictionary == nil)
        #expect(Variant.strings(["x"]).objectPaths == nil)
        #expect(Variant.uint32(1).int32 == nil && Variant.uint32(1).handle == nil)
        #expect(Variant.stringDictionary(["a": "b"]).stringDictionary == ["a": "b"])
        #expect(Variant.pairs([("a", "1"), ("a", "2")]).pairs?.map(\.1) == ["1", "2"])
    }
}
