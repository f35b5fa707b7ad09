import SecretBytes

/// Takes secrets out of what a service says, however it spells them when it repeats what it was sent.
enum SecretMask {
    /// A secret shorter than this is found in ordinary words.
    private static let shortest = 4

    /// The text with `***` for each secret: as it is, or with any of its bytes encoded for a URL or a form, once or (as
    /// in the base string of a signature) twice.
    static func masking(_ secrets: [SharedSecret], in text: [UInt8]) -> [UInt8] {
        secrets.filter { $0.count >= shortest }.reduce(text) { text, secret in
            secret.withSpan { masking($0, in: text) }
        }
    }

    private static func masking(_ secret: Span<UInt8>, in text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < text.count {
            if let end = end(of: secret, in: text, from: index) {
                result.append(contentsOf: "***".utf8)
                index = end
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return result
    }

    /// Where the secret ends that begins at `start`. A `%` may be one or begin an encoding, so each reading is followed.
    private static func end(of secret: Span<UInt8>, in text: [UInt8], from start: Int) -> Int? {
        guard text[start] == secret[0] || text[start] == UInt8(ascii: "%") || text[start] == UInt8(ascii: "+") else {
            return nil
        }
        var places: Set<Int> = [start]
        for index in secret.indices {
            var next: Set<Int> = []
            for place in places {
                for length in spellings(of: secret[index], in: text[place...]) { next.insert(place + length) }
            }
            if next.isEmpty { return nil }
            places = next
        }
        return places.max()
    }

    /// How many bytes of `text` stand for `byte`, in each spelling that fits.
    private static func spellings(of byte: UInt8, in text: ArraySlice<UInt8>) -> [Int] {
        guard let first = text.first else { return [] }
        var lengths: [Int] = []
        if first == byte || (first == UInt8(ascii: "+") && byte == UInt8(ascii: " ")) { lengths.append(1) }
        for prefix in ["%", "%25"] where text.starts(with: prefix.utf8) {
            let digits = text.dropFirst(prefix.utf8.count).prefix(2)
            if UInt8(String(decoding: digits, as: UTF8.self), radix: 16) == byte {
                lengths.append(prefix.utf8.count + digits.count)
            }
        }
        return lengths
    }
}
