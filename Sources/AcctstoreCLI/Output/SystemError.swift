import Glibc

/// Words of the C library for its error numbers.
enum SystemError {
    /// `No space left on device`
    static func text(_ code: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        // SAFETY: the buffer's own size is given, and the text in it is zero-terminated.
        return unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return "error \(code)" }
            unsafe strerror_r(code, start, buffer.count)
            return unsafe String(cString: start)
        }
    }
}
