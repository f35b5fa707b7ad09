/// A buffer for a secret: a key, a token secret, a password.
///
/// It moves and is never copied by accident; its bytes lie in pages of their own, are kept out of swap where the
/// limit on locked memory allows (``isLocked``) and out of core dumps, and are zeroed before the memory is given
/// back. There is no way to print one: read it through ``withSpan(_:)`` and copy nothing out.
///
/// ```swift
/// let secret = try SecretReader(limit: 4096).readAll(from: STDIN_FILENO)
/// secret.withSpan { bytes in … }
/// ```
public struct SecretBytes: ~Copyable, Sendable {
    private var pages: SecretPages
    private let wantsLock: Bool

    /// The number of bytes held.
    public private(set) var count: Int

    /// Makes an empty buffer with room for `capacity` bytes: below that, appending moves nothing.
    public init(capacity: Int = 0) {
        pages = SecretPages(atLeast: capacity)
        wantsLock = true
        count = 0
    }

    /// Makes an empty buffer whose bytes may reach swap, and are zeroed as all others: for what is long, and whose secrets
    /// are sealed by themselves. The limit on locked memory is for the secrets.
    public init(unlocked capacity: Int) {
        pages = SecretPages(atLeast: capacity, locked: false)
        wantsLock = false
        count = 0
    }

    /// Copies `bytes`. The source stays as it is: wiping it is the caller's part.
    public init(copying bytes: Span<UInt8>) {
        self.init(capacity: bytes.count)
        append(contentsOf: bytes)
    }

    /// Copies `bytes`, for tests and for values that were in ordinary memory all along. The source is not wiped.
    public init(copying bytes: some Collection<UInt8>) {
        self.init(capacity: bytes.count)
        for byte in bytes { append(byte) }
    }

    /// Whether no byte is held.
    public var isEmpty: Bool { count == 0 }

    /// Whether the bytes are locked into memory. False for an empty buffer without capacity, and where
    /// `RLIMIT_MEMLOCK` is used up: the buffer then works all the same, but may reach swap.
    public var isLocked: Bool { pages.isLocked }

    /// Lends the bytes to `body` for the length of the call.
    public borrowing func withSpan<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // SAFETY: the span cannot leave `body`, and `self` is borrowed, so neither moved nor changed, until it ends.
        try unsafe body(UnsafeBufferPointer(rebasing: pages.buffer[..<count]).span)
    }

    /// A second buffer with the same bytes.
    public borrowing func duplicate() -> SecretBytes {
        withSpan { SecretBytes(copying: $0) }
    }
}

extension SecretBytes {
    /// Adds a byte at the end.
    public mutating func append(_ byte: UInt8) {
        reserve(count + 1)
        // SAFETY: `reserve` made room for the index.
        unsafe pages.buffer[count] = byte
        count += 1
    }

    /// Copies `bytes` to the end; the source is not wiped.
    public mutating func append(contentsOf bytes: Span<UInt8>) {
        guard !bytes.isEmpty else { return }
        reserve(count + bytes.count)
        // SAFETY: `reserve` made room for as many bytes, and a span never overlaps memory that is being written.
        unsafe bytes.withUnsafeBufferPointer { source in
            _ = unsafe UnsafeMutableBufferPointer(rebasing: pages.buffer[count...]).update(fromContentsOf: source)
        }
        count += bytes.count
    }

    /// Drops the last `number` bytes, of which there must be as many, and zeroes them.
    public mutating func removeLast(_ number: Int = 1) {
        precondition(0...count ~= number, "cannot remove more bytes than there are")
        // SAFETY: the range lies below `count`.
        unsafe pages.buffer[(count - number)..<count].update(repeating: 0)
        count -= number
    }

    /// Lets `fill` write up to `number` bytes behind the last one; it answers how many it wrote, nil for "not now".
    ///
    /// For readers and ciphers: the bytes go from where they are made into these pages and nowhere else.
    package mutating func append<Failure: Error>(
        atMost number: Int, filling fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int?
    ) throws(Failure) -> Int? {
        reserve(count + number)
        // SAFETY: `reserve` made room; `fill` gets exactly the room that it may write.
        let room = unsafe UnsafeMutableBufferPointer(rebasing: pages.buffer[count..<(count + number)])
        guard let written = try unsafe fill(UnsafeMutableRawBufferPointer(room)) else { return nil }
        precondition(0...number ~= written, "more bytes written than there was room for")
        count += written
        return written
    }

    /// Moves to larger pages when `capacity` does not fit; the old ones are zeroed as they go.
    private mutating func reserve(_ capacity: Int) {
        guard capacity > pages.capacity else { return }
        let larger = SecretPages(atLeast: max(capacity, pages.capacity * 2), locked: wantsLock)
        withSpan { bytes in
            // SAFETY: `larger` is a mapping of its own and longer than `count`.
            unsafe bytes.withUnsafeBufferPointer { _ = unsafe larger.buffer.update(fromContentsOf: $0) }
        }
        pages = larger
    }
}
