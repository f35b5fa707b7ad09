import Glibc

/// A growing run of bytes for the work of one signature: what it holds may be secret (a password among the form
/// fields), so the memory is zeroed when it is given back and when it grows.
///
/// Shorter-lived and cheaper than `SecretBytes`: ordinary memory, neither mapped nor locked.
///
/// `@safe`: every write goes through `reserve`, every read is bounded by `count`.
@safe
struct ScratchBytes: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(capacity, 64)
        unsafe base = .allocate(capacity: self.capacity)
    }

    deinit {
        // SAFETY: this value is the only owner of `capacity` bytes at `base`.
        unsafe explicit_bzero(base, capacity)
        unsafe base.deallocate()
    }

    mutating func append(_ byte: UInt8) {
        reserve(1)
        unsafe base[count] = byte
        count += 1
    }

    mutating func append(_ bytes: Span<UInt8>) {
        reserve(bytes.count)
        // SAFETY: `reserve` made room, and a span never overlaps memory that is being written.
        unsafe bytes.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return }
            unsafe (base + count).update(from: start, count: source.count)
        }
        count += bytes.count
    }

    mutating func append(_ text: StaticString) {
        // SAFETY: the pointer and the length are the literal's own, which lives for ever.
        unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount).span)
    }

    /// Appends `bytes` percent-encoded (RFC 5849 section 3.6).
    mutating func append(percentEncoding bytes: Span<UInt8>) {
        reserve(bytes.count * 3)
        // SAFETY: three bytes are reserved for each one read; the local pointer spares a store of `count` a byte.
        var end = unsafe base + count
        for index in bytes.indices { unsafe Self.write(percentEncoding: bytes[index], to: &end) }
        count = unsafe end - base
    }

    mutating func append(percentEncoding byte: UInt8) {
        reserve(3)
        // SAFETY: three bytes are reserved.
        var end = unsafe base + count
        unsafe Self.write(percentEncoding: byte, to: &end)
        count = unsafe end - base
    }

    /// Writes one to three bytes and moves `end` behind them.
    @inline(__always)
    private static func write(percentEncoding byte: UInt8, to end: inout UnsafeMutablePointer<UInt8>) {
        // SAFETY: callers reserve three bytes for each call.
        PercentEncoding.encode(byte) { encoded in
            unsafe end.pointee = encoded
            unsafe end += 1
        }
    }

    /// Lends the bytes in `range` to `body`.
    func withSpan<Result: ~Copyable, Failure: Error>(
        _ range: Range<Int>, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(0 <= range.lowerBound && range.upperBound <= count, "a range outside the bytes written")
        // SAFETY: the range was checked, and the span cannot leave `body`, during which `self` is borrowed.
        return try unsafe body(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count).span)
    }

    func withSpan<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withSpan(0..<count, body)
    }

    /// Less than, equal to or greater than 0 as the bytes in `left` sort before, with or after those in `right`.
    func compare(_ left: Range<Int>, _ right: Range<Int>) -> Int {
        precondition(max(left.upperBound, right.upperBound) <= count, "a range outside the bytes written")
        // SAFETY: both ranges were checked, and no more than the shorter one is compared.
        let order = unsafe memcmp(base + left.lowerBound, base + right.lowerBound, min(left.count, right.count))
        return order != 0 ? Int(order) : left.count - right.count
    }

    private mutating func reserve(_ additional: Int) {
        guard count + additional > capacity else { return }
        let larger = max(count + additional, capacity * 2)
        // SAFETY: the new memory holds `larger` bytes and the old `count`; the old is zeroed before it is freed.
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        unsafe moved.update(from: base, count: count)
        unsafe explicit_bzero(base, capacity)
        unsafe base.deallocate()
        unsafe base = moved
        capacity = larger
    }
}
