package import SecretBytes

/// Finds the parts of a JSON text (RFC 8259) as ranges of its bytes, so that a secret goes from the text into its own
/// buffer without a `String` or a decoder between.
///
/// It works on the text that a caller holds and keeps no byte of it.
package enum JSONText {
    /// One member of an object: the name decoded, the value as it stands.
    package struct Member {
        package var name: String
        package var value: Range<Int>
    }

    /// Why a text is not understood, with the offset of the byte in question.
    package struct Malformed: Error, Hashable {
        package var offset: Int
    }

    /// The members of the object that the whole of `bytes` is.
    static func members(of bytes: Span<UInt8>) throws(Malformed) -> [Member] {
        try members(of: bytes, in: 0..<bytes.count)
    }

    /// The members of the object at `range`, in their order; the value may be looked into in the same way.
    package static func members(of bytes: Span<UInt8>, in range: Range<Int>) throws(Malformed) -> [Member] {
        var cursor = JSONCursor(range)
        var members: [Member] = []
        try cursor.list(bytes, from: UInt8(ascii: "{"), to: UInt8(ascii: "}")) {
            (cursor: inout JSONCursor) throws(Malformed) in
            let nameRange = try cursor.string(bytes)
            guard let name = text(bytes, nameRange) else { throw Malformed(offset: nameRange.lowerBound) }
            try cursor.expect(UInt8(ascii: ":"), in: bytes)
            members.append(Member(name: name, value: try cursor.value(bytes)))
        }
        try cursor.end(bytes)
        return members
    }

    /// The elements of the array at `range`.
    package static func elements(of bytes: Span<UInt8>, in range: Range<Int>) throws(Malformed) -> [Range<Int>] {
        var cursor = JSONCursor(range)
        var elements: [Range<Int>] = []
        try cursor.list(bytes, from: UInt8(ascii: "["), to: UInt8(ascii: "]")) {
            (cursor: inout JSONCursor) throws(Malformed) in elements.append(try cursor.value(bytes))
        }
        try cursor.end(bytes)
        return elements
    }

    /// The string at `range`, decoded; `nil` where no string stands there, or one that is not Unicode.
    static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String? {
        var decoded: [UInt8] = []
        guard decode(bytes, range, { decoded.append($0) }) else { return nil }
        return String(validating: decoded, as: UTF8.self)
    }

    /// The same for a secret: its bytes go from the text into the buffer and nowhere else.
    package static func secret(_ bytes: Span<UInt8>, _ range: Range<Int>) -> SharedSecret? {
        var secret = SecretBytes(capacity: range.count)
        guard decode(bytes, range, { secret.append($0) }) else { return nil }
        return SharedSecret(secret)
    }

    /// The digits of a whole number, as they stand: an id may be greater than any machine number.
    static func digits(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String? {
        guard !range.isEmpty, range.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[$0]) }) else {
            return nil
        }
        return String(decoding: range.map { bytes[$0] }, as: UTF8.self)
    }

    /// The bytes at `range`, where they are no secret.
    static func raw(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
        range.map { bytes[$0] }
    }
}

extension JSONText {
    /// Hands over the bytes that the string at `range` stands for; `false` where it is no string.
    private static func decode(_ bytes: Span<UInt8>, _ range: Range<Int>, _ emit: (UInt8) -> Void) -> Bool {
        guard range.count >= 2, bytes[range.lowerBound] == UInt8(ascii: "\"") else { return false }
        var index = range.lowerBound + 1
        let end = range.upperBound - 1
        while index < end {
            guard bytes[index] == UInt8(ascii: "\\") else {
                emit(bytes[index])
                index += 1
                continue
            }
            index += 1
            if let plain = plainEscape(bytes[index]) {
                emit(plain)
                index += 1
            } else {
                guard let scalar = codePoint(bytes, at: &index, end: end) else { return false }
                for byte in Array(String(scalar).utf8) { emit(byte) }
            }
        }
        return true
    }

    /// What the letter behind a backslash stands for; `nil` for `u` and what is no escape.
    static func plainEscape(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// Reads `uXXXX`, and the second half where the first is one half of a pair.
    private static func codePoint(_ bytes: Span<UInt8>, at index: inout Int, end: Int) -> Unicode.Scalar? {
        guard let first = codeUnit(bytes, at: &index, end: end) else { return nil }
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
        guard index < end, bytes[index] == UInt8(ascii: "\\") else { return nil }
        index += 1
        guard let second = codeUnit(bytes, at: &index, end: end), (0xDC00..<0xE000).contains(second) else {
            return nil
        }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private static func codeUnit(_ bytes: Span<UInt8>, at index: inout Int, end: Int) -> UInt32? {
        guard index + 4 < end, bytes[index] == UInt8(ascii: "u") else { return nil }
        var value: UInt32 = 0
        for place in (index + 1)...(index + 4) {
            guard let digit = Character(Unicode.Scalar(bytes[place])).hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        index += 5
        return value
    }
}
