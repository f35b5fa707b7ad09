extension [UInt8] {
    init(copying bytes: Span<UInt8>) {
        // SAFETY: the buffer is copied from inside the call that lends it.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }
}

extension String {
    /// Bytes that are not UTF-8 are repaired.
    init(copying bytes: Span<UInt8>) {
        // SAFETY: the buffer is copied from inside the call that lends it.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
