/// The lasting identity of an account: a UUID in lower case (RFC 9562), given when the account is added and kept
/// through every later log-in.
public struct AccountID: Hashable, Sendable, LosslessStringConvertible {
    /// The UUID's 36 characters, lower case.
    public let description: String

    /// Takes a UUID in any case; `nil` for anything else.
    public init?(_ text: String) {
        let lower = text.lowercased()
        let bytes = Array(lower.utf8)
        guard bytes.count == 36 else { return nil }
        for (index, byte) in bytes.enumerated() {
            switch index {
            case 8, 13, 18, 23:
                guard byte == UInt8(ascii: "-") else { return nil }
            default:
                guard AccountID.isHexDigit(byte) else { return nil }
            }
        }
        description = lower
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
