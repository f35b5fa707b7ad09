import SecretBytes
import Testing

@testable import OAuth

@Suite("Encoding")
struct EncodingTests {
    @Test("Every byte is encoded as a slow reference says, and comes back")
    func everyByte() {
        let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        for byte in UInt8.min...UInt8.max {
            let hex = String(byte, radix: 16, uppercase: true)
            let expected =
                unreserved.contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + String(repeating: "0", count: 2 - hex.count) + hex
            let encoded = PercentEncoding.encode([byte].span)
            #expect(encoded == Array(expected.utf8))
            #expect(FormEncoding.decode(encoded.span).map(\.name) == [[byte]])

            var scratch = ScratchBytes(capacity: 0)
            scratch.append(percentEncoding: [byte, byte].span)
            scratch.append(percentEncoding: byte)
            #expect(scratch.withSpan { Array(copying: $0) } == encoded + encoded + encoded)
        }
    }

    @Test("Any list of parameters reads back as it was written", arguments: 0..<50)
    func roundTrip(seed: UInt64) {
        var random = SplitMix(state: seed)
        let parameters = (0..<Int.random(in: 0...8, using: &random)).map { _ in
            RequestParameter(
                name: bytes(using: &random, atLeast: 1),
                value: Bool.random(using: &random) ? .bytes(bytes(using: &random, atLeast: 0)) : .absent)
        }
        let encoded = FormEncoding.encode(parameters)
        let decoded = FormEncoding.decode(encoded.span)
        #expect(decoded.map(\.name) == parameters.map(\.name))
        #expect(decoded.map { text($0.value) } == parameters.map { text($0.value) })
        #expect(FormEncoding.encode(decoded) == encoded)
        let isSame = FormEncoding.encodeSecret(parameters).withSpan { Array(copying: $0) } == encoded
        #expect(isSame)
    }

    @Test("Names without value stay without =, blanks are %20")
    func form() {
        let form = [RequestParameter("a b", nil), RequestParameter("c", ""), RequestParameter("d", "e f+g")]
        #expect(String(decoding: FormEncoding.encode(form), as: UTF8.self) == "a%20b&c=&d=e%20f%2Bg")
    }

    @Test(
        "Reading a form: + is a blank, empty parts are nothing, a stray % stands for itself",
        arguments: [
            ("a=b+c", ["a", "b c"]), ("&&a=1&&", ["a", "1"]), ("=", ["", ""]), ("=v", ["", "v"]),
            ("a=b=c", ["a", "b=c"]), ("a=%4", ["a", "%4"]), ("a=%zz%", ["a", "%zz%"]), ("%61=%c3%A9", ["a", "é"]),
            ("a=1%&b=2", ["a", "1%", "b", "2"]), ("", []),
        ])
    func reading(form: String, expected: [String]) {
        let read = FormEncoding.decode(form.utf8.span).flatMap {
            [String(decoding: $0.name, as: UTF8.self), text($0.value)]
        }
        #expect(read == expected)
    }

    @Test(
        "Base64 of every length",
        arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")])
    func base64(text: String, expected: String) {
        #expect(String(decoding: Base64.encode(Array(text.utf8)), as: UTF8.self) == expected)
    }

    private func bytes(using random: inout SplitMix, atLeast least: Int) -> [UInt8] {
        (0..<Int.random(in: least...20, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
}

/// A small generator with a seed, so that a failure can be run again.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
