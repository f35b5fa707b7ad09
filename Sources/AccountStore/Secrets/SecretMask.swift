import SecretBytes

/// Takes secrets out of what a service says, however it spells them when it repeats what it was sent.
///
/// In the place of each stands `***`, whether it was as it is, or with any of its bytes as JSON escapes them, or encoded for
/// a URL or a form, once or (as in the base string of a signature) twice.
struct SecretMask: Sendable {
    private var stages: [Stage]

    /// A secret shorter than this is found in ordinary words.
    private static let shortest = 4

    init(_ secrets: [SharedSecret]) {
        stages = secrets.filter { $0.count >= SecretMask.shortest }.map { Stage(secret: $0) }
    }

    /// The text without the secrets.
    static func masking(_ secrets: [SharedSecret], in text: [UInt8]) -> [UInt8] {
        var mask = SecretMask(secrets)
        return mask.next(text) + mask.end()
    }

    /// The next part of a text that comes in parts. What may be the begin of a secret is held back until it is known.
    mutating func next(_ part: [UInt8]) -> [UInt8] {
        var part = part
        for index in stages.indices { part = stages[index].pass(part, isLast: false) }
        return part
    }

    /// What was held back, at the end of the text.
    mutating func end() -> [UInt8] {
        var part: [UInt8] = []
        for index in stages.indices { part = stages[index].pass(part, isLast: true) }
        return part
    }
}

/// The search for one secret.
private struct Stage: Sendable {
    let secret: SharedSecret
    private var held: [UInt8] = []

    init(secret: SharedSecret) {
        self.secret = secret
    }

    private enum Finding {
        case nothing
        case secret(end: Int)
        /// The text ended before it could be told.
        case undecided
    }

    mutating func pass(_ part: [UInt8], isLast: Bool) -> [UInt8] {
        let text = held.isEmpty ? part : held + part
        held = []
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var (start, index) = (0, 0)
        secret.withSpan { secret in
            while index < text.count {
                switch Stage.find(secret, in: text, at: index) {
                case .secret(let end):
                    result += text[start..<index]
                    result += "***".utf8
                    (start, index) = (end, end)
                case .undecided where !isLast:
                    held = Array(text[index...])
                    result += text[start..<index]
                    (start, index) = (text.count, text.count)
                case .nothing, .undecided: index += 1
                }
            }
        }
        result += text[start...]
        return result
    }

    /// As it is, as far as that goes.
    private static func find(_ secret: Span<UInt8>, in text: [UInt8], at start: Int) -> Finding {
        let first = text[start]
        guard first == secret[0] || isEscape(first) else { return .nothing }
        var (known, place) = (0, start)
        while known < secret.count, place < text.count, text[place] == secret[known], !isEscape(text[place]) {
            (known, place) = (known + 1, place + 1)
        }
        if known == secret.count { return .secret(end: place) }
        if place == text.count { return .undecided }
        guard isEscape(text[place]), mayBegin(secret[known], in: text, at: place) else { return .nothing }
        return find(secret, from: known, in: text, at: place)
    }

    /// Whether what begins with an escape can stand for a byte. Most in an answer cannot: it is told without the work that
    /// a spelling takes.
    private static func mayBegin(_ byte: UInt8, in text: [UInt8], at start: Int) -> Bool {
        // As much as the longest spelling has.
        guard start + 6 <= text.count else { return true }
        if text[start] == byte { return true }
        switch text[start] {
        case UInt8(ascii: "\\"):
            if text[start + 1] != UInt8(ascii: "u") { return text[start + 1] == byte }
            return byte == UInt8(ascii: "u") || hexadecimal(text[start + 4], text[start + 5]) == byte
        case UInt8(ascii: "%"):
            let value = hexadecimal(text[start + 1], text[start + 2])
            return value == byte || value == UInt8(ascii: "%")
        default: return byte == UInt8(ascii: " ")
        }
    }

    private static func hexadecimal(_ high: UInt8, _ low: UInt8) -> UInt8? {
        guard let high = Character(Unicode.Scalar(high)).hexDigitValue,
            let low = Character(Unicode.Scalar(low)).hexDigitValue
        else { return nil }
        return UInt8(high << 4 | low)
    }

    /// Each reading is followed: a `%` may be one or begin an encoding.
    private static func find(_ secret: Span<UInt8>, from known: Int, in text: [UInt8], at start: Int) -> Finding {
        var places: Set<Int> = [start]
        var isCut = false
        for index in known..<secret.count {
            var next: Set<Int> = []
            for place in places {
                let rest = text[place...]
                for length in spellings(of: secret[index], in: rest) { next.insert(place + length) }
                if isCutSpelling(rest) { isCut = true }
            }
            if next.isEmpty { return isCut ? .undecided : .nothing }
            places = next
        }
        return places.max().map { .secret(end: $0) } ?? .nothing
    }

    /// Whether more of the text could make a spelling of it.
    private static func isCutSpelling(_ text: ArraySlice<UInt8>) -> Bool {
        ["%__", "%25__", "\\u00__"].contains { form in
            text.count < form.utf8.count
                && zip(text, form.utf8).allSatisfy { byte, wanted in
                    wanted == UInt8(ascii: "_") ? Character(Unicode.Scalar(byte)).isHexDigit : byte == wanted
                }
        }
    }

    private static func isEscape(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "+")
    }

    /// How many bytes of `text` stand for `byte`, in each spelling that fits.
    private static func spellings(of byte: UInt8, in text: ArraySlice<UInt8>) -> [Int] {
        guard let first = text.first else { return [] }
        var lengths: [Int] = []
        if first == byte || (first == UInt8(ascii: "+") && byte == UInt8(ascii: " ")) { lengths.append(1) }
        guard isEscape(first) else { return lengths }
        if first == UInt8(ascii: "\\"), text.dropFirst().first == byte { lengths.append(2) }
        for prefix in ["%", "%25", "\\u00"] where text.starts(with: prefix.utf8) {
            let digits = text.dropFirst(prefix.utf8.count).prefix(2)
            if UInt8(String(decoding: digits, as: UTF8.self), radix: 16) == byte {
                lengths.append(prefix.utf8.count + digits.count)
            }
        }
        return lengths
    }
}
