import Testing

@testable import SocialClient

@Suite struct JSONDocumentTests {
    private func root(_ text: String) throws -> JSONNode {
        try #require(JSONDocument(Array(text.utf8))).root
    }

    @Test func valuesAreFoundByName() throws {
        let root = try root(#" {"a": {"b": [1, "x", true, null, {"c": "d"}]}, "e": -1.5e3, "f" : false} "#)
        let list = root["a"]?["b"]
        #expect(list?.isArray == true)
        #expect(list.elements.map(\.integer) == [1, nil, nil, nil, nil])
        #expect(list.elements.map(\.string) == [nil, "x", nil, nil, nil])
        #expect(list.elements.map(\.isTrue) == [false, false, true, false, false])
        #expect(list.elements.compactMap { $0["c"]?.string } == ["d"])
        #expect(root["e"]?.number == "-1.5e3")
        #expect(root["g"] == nil && root["a"]?["b"]?["c"] == nil)
        #expect(root["f"]?["x"] == nil && root["f"].elements.map(\.string).isEmpty)
    }

    @Test func ofNamesThatComeTwiceTheFirstCounts() throws {
        #expect(try root(#"{"a":1,"a":2,"":3}"#)["a"]?.integer == 1)
    }

    @Test(arguments: [
        (#""a\"b\\c\/d\b\f\n\r\t""#, "a\"b\\c/d\u{8}\u{c}\n\r\t"), (#""\u00e9\u65e5\uD83D\uDE00""#, "é日😀"),
        (#""\uD83D""#, "\u{FFFD}"), (#""\uDE00x""#, "\u{FFFD}x"), (#""\uD83D\u0041""#, "\u{FFFD}A"),
        (#""\u12""#, "\u{FFFD}12"), (#""\q""#, "q"), ("\"a\tb\"", "a\tb"), (#""\u0000""#, "\u{0}"), (#""""#, ""),
    ])
    func stringsAreReadWithTheirEscapes(json: String, text: String) throws {
        #expect(try root(json).string == text)
    }

    @Test func bytesThatAreNoUTF8AreReplaced() {
        #expect(JSONDocument([0x22, 0xFF, 0x41, 0x22])?.root.string == "\u{FFFD}A")
        #expect(JSONDocument([0xEF, 0xBB, 0xBF, 0x31])?.root.integer == 1)
    }

    @Test(arguments: [
        "", " ", "{", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{1:2}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#,
        #"{"a":1 "b":2}"#, "[}", "{]", "nul", "tru", "True", "1 2", "[] []", "\"", "\"\\", "\"\\\"", "<html>", "'a'",
        "[1]]", "{}}",
    ])
    func whatIsNotOneWholeValueIsNone(text: String) {
        #expect(JSONDocument(Array(text.utf8)) == nil)
    }

    @Test(arguments: [10_000, 1_000_000])
    func noDepthIsTooGreat(depth: Int) throws {
        let arrays =
            Array(repeating: UInt8(ascii: "["), count: depth) + Array(repeating: UInt8(ascii: "]"), count: depth)
        #expect(JSONDocument(arrays) != nil)
        #expect(JSONDocument(Array(arrays.dropLast())) == nil)
        let text = #"[{"id":1},{"id":2,"entities":\#(String(decoding: arrays, as: UTF8.self))},{"id":3}]"#
        #expect(try root(text).elements.map { $0["id"]?.integer } == [1, 2, 3])
    }
}
