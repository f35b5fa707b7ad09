/// One secret held by several owners, for values that must be copyable; the bytes are zeroed when the last lets go.
///
/// Whatever prints it, alone or inside another value, prints `<secret, redacted>`.
public final class SharedSecret: Sendable {
    /// Empty for one that is a part of another.
    private let bytes: SecretBytes
    private let part: (whole: SharedSecret, range: Range<Int>)?

    /// Takes the buffer over.
    public init(_ bytes: consuming SecretBytes) {
        self.bytes = bytes
        part = nil
    }

    /// A part of another secret, without a copy: a page holds many short ones, which are zeroed when the last of them goes.
    /// For many that come at once, since the memory that can be locked is little.
    ///
    /// - Parameter range: of bytes that `whole` has.
    public init(_ range: Range<Int>, of whole: SharedSecret) {
        precondition(0 <= range.lowerBound && range.upperBound <= whole.count, "a part of the secret")
        bytes = SecretBytes()
        part = (whole, range)
    }

    /// The number of bytes held.
    public var count: Int { part?.range.count ?? bytes.count }

    /// Whether no byte is held.
    public var isEmpty: Bool { count == 0 }

    /// Whether the bytes are locked into memory; see ``SecretBytes/isLocked``.
    public var isLocked: Bool { part?.whole.isLocked ?? bytes.isLocked }

    /// Lends the bytes to `body` for the length of the call.
    public func withSpan<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let (whole, range) = part else { return try bytes.withSpan(body) }
        return try whole.withSpan { (whole) throws(Failure) in try body(whole.extracting(range)) }
    }

    /// Lends the buffer itself, for calls that take ``SecretBytes``.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (borrowing SecretBytes) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if part == nil { return try body(bytes) }
        return try body(duplicate())
    }

    /// Whether both hold the same bytes; how long that takes tells nothing but their lengths.
    public func isSame(as other: SharedSecret) -> Bool {
        other.withSpan { isSame(as: $0) }
    }

    /// Whether these are the bytes; how long that takes tells nothing but the two lengths.
    public func isSame(as other: Span<UInt8>) -> Bool {
        withSpan { own in
            own.count == other.count && own.indices.reduce(0) { $0 | (own[$1] ^ other[$1]) } == 0
        }
    }

    /// A buffer of one's own with the same bytes.
    public func duplicate() -> SecretBytes { withSpan { SecretBytes(copying: $0) } }
}

extension SharedSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<secret, redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
