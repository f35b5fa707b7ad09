import SecretBytes
import Testing

@Suite("Secret bytes")
struct SecretBytesTests {
    @Test("Copied bytes read back as they were")
    func copying() {
        let every = (0...255).map { UInt8($0) }
        #expect(bytes(of: SecretBytes(copying: every)) == every)
        #expect(bytes(of: SecretBytes(copying: every.span)) == every)
    }

    @Test("An empty buffer has no bytes, with and without capacity", arguments: [0, 1, 4096])
    func empty(capacity: Int) {
        let secret = SecretBytes(capacity: capacity)
        let (isEmpty, count) = (secret.isEmpty, secret.count)
        #expect(isEmpty)
        #expect(count == 0)
        #expect(bytes(of: secret) == [])
    }

    @Test("Appending keeps every byte across moves to larger pages", arguments: [0, 1, 4095, 4096])
    func growth(capacity: Int) {
        var secret = SecretBytes(capacity: capacity)
        var expected: [UInt8] = []
        for index in 0..<20_000 {
            secret.append(UInt8(truncatingIfNeeded: index &* 31))
            expected.append(UInt8(truncatingIfNeeded: index &* 31))
        }
        secret.append(contentsOf: expected.span)
        #expect(bytes(of: secret) == expected + expected)
    }

    @Test("Removed bytes are gone, and room is filled anew")
    func removal() {
        var secret = SecretBytes(copying: Array("abcdef".utf8))
        secret.removeLast(3)
        #expect(bytes(of: secret) == Array("abc".utf8))
        secret.append(UInt8(ascii: "z"))
        #expect(bytes(of: secret) == Array("abcz".utf8))
        secret.removeLast(4)
        #expect(bytes(of: secret) == [])
    }

    @Test("A duplicate has the same bytes and a life of its own")
    func duplicate() {
        var first = SecretBytes(copying: Array("one".utf8))
        let second = first.duplicate()
        first.removeLast()
        #expect(bytes(of: second) == Array("one".utf8))
    }

    @Test("An error of the borrower comes through with its type")
    func typedThrow() {
        struct Refusal: Error {}
        let secret = SecretBytes(copying: [1])
        #expect(throws: Refusal.self) {
            try secret.withSpan { (_: Span<UInt8>) throws(Refusal) in throw Refusal() }
        }
    }
}

/// What a test may do and the product may not: copy a secret out.
func bytes(of secret: borrowing SecretBytes) -> [UInt8] {
    secret.withSpan { span in span.indices.map { span[$0] } }
}
