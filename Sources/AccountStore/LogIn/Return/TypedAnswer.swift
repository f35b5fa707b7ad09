import AccountModel
import SecretBytes

/// What a person types or pastes where a PIN is asked for.
enum TypedAnswer: Sendable {
    case nothing
    case pin(SharedSecret)
    /// The address that the browser ended at, or its query alone.
    case callback(CallbackAnswer)
    /// An address without an answer to this log-in.
    case foreignAddress
    /// An address where this log-in does not end.
    case elsewhere(ReturnAddress.Difference)

    /// Takes the line without blanks and carriage returns, without what a terminal puts around a paste, and without quotes
    /// or angle brackets around it; leading zeros are part of a PIN.
    ///
    /// Throws `inputRefused` for anything but printable ASCII, and for several words: a page may show the digits of a PIN in
    /// groups, and a terminal may break an address, but a sentence is neither.
    ///
    /// - Parameter end: where the browser was sent back to; `nil` where that is not known.
    init(_ line: SharedSecret, to expected: ExpectedAnswer, endingAt end: ReturnAddress?) throws(BrokerError) {
        let (typed, isOneWord) = try TypedAnswer.cleaned(line)
        self = try typed.withSpan { (bytes) throws(BrokerError) in
            if bytes.isEmpty { return .nothing }
            guard bytes.isAddress else {
                guard isOneWord || bytes.isNumber else {
                    throw BrokerError(.inputRefused, "a PIN and a code are one word")
                }
                return .pin(typed)
            }
            let query = bytes.query
            // Behind the query may be a secret, before it is none.
            let address = String(decoding: JSONText.raw(bytes, 0..<max(0, query.lowerBound - 1)), as: UTF8.self)
            if let difference = end?.difference(from: address) { return .elsewhere(difference) }
            return CallbackAnswer(bytes.extracting(query), to: expected).map { .callback($0) } ?? .foreignAddress
        }
    }

    private static func cleaned(_ line: SharedSecret) throws(BrokerError) -> (SharedSecret, isOneWord: Bool) {
        var typed = SecretBytes(capacity: line.count)
        var isOneWord = true
        let isPrintable = line.withSpan { bytes in
            for index in bytes.bare {
                switch bytes[index] {
                case 0x20, 0x09, 0x0D: isOneWord = false
                case 0x21...0x7E: typed.append(bytes[index])
                default: return false
                }
            }
            return true
        }
        guard isPrintable else {
            throw BrokerError(
                .inputRefused, "a PIN, a code and an address are of letters, digits and signs of ASCII")
        }
        return (SharedSecret(typed), isOneWord)
    }
}

/// What may stand around a line that is pasted.
private enum Surroundings {
    /// What a terminal adds in a mode that shells leave on ("bracketed paste" of xterm's control sequences).
    static let brackets = ["\u{1B}[200~", "\u{1B}[201~"]
    /// Blanks, and what people put around an address.
    static let marks: Set = Set(" \t\r\"'<>`".utf8)
}

extension Span<UInt8> {
    /// The indices without what stands around a paste.
    fileprivate var bare: [Int] {
        var (left, index) = ([Int](), 0)
        while index < count {
            if let bracket = Surroundings.brackets.first(where: { holds($0, at: index) }) {
                index += bracket.utf8.count
            } else {
                left.append(index)
                index += 1
            }
        }
        while let last = left.last, Surroundings.marks.contains(self[last]) { left.removeLast() }
        return Array(left.drop { Surroundings.marks.contains(self[$0]) })
    }

    /// Whether this is an address or a query, and not a PIN.
    fileprivate var isAddress: Bool {
        self[0] == UInt8(ascii: "?")
            || ["://", "oauth_token=", "oauth_verifier=", "denied=", "code=", "state=", "error="].contains { holds($0) }
    }

    fileprivate var isNumber: Bool {
        indices.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self[$0] }
    }

    /// Where the query is: behind the first `?`, or all of it, without a fragment.
    fileprivate var query: Range<Int> {
        let start = indices.first { self[$0] == UInt8(ascii: "?") }.map { $0 + 1 } ?? 0
        let end = indices.first { $0 >= start && self[$0] == UInt8(ascii: "#") } ?? count
        return start..<end
    }

    private func holds(_ text: String) -> Bool {
        indices.contains { holds(text, at: $0) }
    }

    private func holds(_ text: String, at start: Int) -> Bool {
        let wanted = Array(text.utf8)
        return start + wanted.count <= count && wanted.indices.allSatisfy { self[start + $0] == wanted[$0] }
    }
}
