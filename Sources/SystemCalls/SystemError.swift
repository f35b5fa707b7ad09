import Glibc

/// What a system call failed with.
package struct SystemError: Error, Hashable, Sendable {
    /// One of errno(3).
    package let number: Int32

    package init(number: Int32) {
        self.number = number
    }

    /// `No space left on device`
    package var words: String { SystemError.words(number) }

    /// The C library's words for an error number.
    package static func words(_ number: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        // SAFETY: the buffer's own size is given, and the text in it is zero-terminated.
        return unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return "error \(number)" }
            unsafe strerror_r(number, start, buffer.count)
            return unsafe String(cString: start)
        }
    }
}
