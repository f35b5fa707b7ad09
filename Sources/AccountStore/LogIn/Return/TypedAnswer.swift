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

    /// Takes the line without blanks and carriage returns; leading zeros are part of a PIN.
    ///
    /// Throws `inputRefused` for anything but printable ASCII.
    init(_ line: SharedSecret, to expected: ExpectedAnswer) throws(BrokerError) {
        let typed = try TypedAnswer.cleaned(line)
        self = typed.withSpan { bytes in
            if bytes.isEmpty { return .nothing }
            guard bytes.isAddress else { return .pin(typed) }
            return CallbackAnswer(bytes.extracting(bytes.query), to: expected).map { .callback($0) }
                ?? .foreignAddress
        }
    }

    private static func cleaned(_ line: SharedSecret) throws(BrokerError) -> SharedSecret {
        var typed = SecretBytes(capacity: line.count)
        let isPrintable = line.withSpan { bytes in
            for index in bytes.indices {
                switch bytes[index] {
                case 0x20, 0x09, 0x0D: continue
                case 0x21...0x7E: typed.append(bytes[index])
                default: return false
                }
            }
            return true
        }
        guard isPrintable else {
            throw BrokerError(
                .inputRefused, "a PIN, a code and an address have no letters beyond ASCII; nothing was stored")
        }
        return SharedSecret(typed)
    }
}

extension Span<UInt8> {
    /// Whether this is an address or a query, and not a PIN.
    fileprivate var isAddress: Bool {
        self[0] == UInt8(ascii: "?")
            || ["://", "oauth_token=", "oauth_verifier=", "denied=", "code=", "state=", "error="].contains { holds($0) }
    }

    /// Where the query is: behind the first `?`, or all of it, without a fragment.
    fileprivate var query: Range<Int> {
        let start = indices.first { self[$0] == UInt8(ascii: "?") }.map { $0 + 1 } ?? 0
        let end = indices.first { $0 >= start && self[$0] == UInt8(ascii: "#") } ?? count
        return start..<end
    }

    private func holds(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard count >= wanted.count else { return false }
        return (0...(count - wanted.count)).contains { start in
            wanted.indices.allSatisfy { self[start + $0] == wanted[$0] }
        }
    }
}
