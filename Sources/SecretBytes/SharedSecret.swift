/// One secret held by several owners, for values that must be copyable; the bytes are zeroed when the last lets go.
///
/// Whatever prints it, alone or inside another value, prints `<secret, redacted>`.
public final class SharedSecret: Sendable {
    private let bytes: SecretBytes

    /// Takes the buffer over.
    public init(_ bytes: consuming SecretBytes) {
        self.bytes = bytes
    }

    /// The number of bytes held.
    public var count: Int { bytes.count }

    /// Whether no byte is held.
    public var isEmpty: Bool { bytes.isEmpty }

    /// Whether the bytes are locked into memory; see ``SecretBytes/isLocked``.
    public var isLocked: Bool { bytes.isLocked }

    /// Lends the bytes to `body` for the length of the call.
    public func withSpan<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withSpan(body)
    }

    /// Lends the buffer itself, for calls that take ``SecretBytes``.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (borrowing SecretBytes) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(bytes)
    }

    /// Whether both hold the same bytes; how long that takes tells nothing but their lengths.
    public func isSame(as other: SharedSecret) -> Bool {
        withSpan { own in
            other.withSpan { other in
                own.count == other.count && own.indices.reduce(0) { $0 | (own[$1] ^ other[$1]) } == 0
            }
        }
    }

    /// A buffer of one's own with the same bytes.
    public func duplicate() -> SecretBytes { bytes.duplicate() }
}

extension SharedSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<secret, redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
