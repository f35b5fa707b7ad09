/// What makes a signature good once: when it was made, and a value never used before at that time
/// (RFC 5849 section 3.3).
///
/// The caller brings both, so that signing has neither a clock nor a source of chance of its own.
public struct RequestStamp: Hashable, Sendable {
    /// Whole seconds since 1970-01-01T00:00:00Z.
    public let timestamp: Int64
    /// Never used before at that time, with this key and token.
    public let nonce: String

    /// Makes a stamp; `timestamp` in whole seconds since 1970.
    public init(timestamp: Int64, nonce: String) {
        self.timestamp = timestamp
        self.nonce = nonce
    }
}
