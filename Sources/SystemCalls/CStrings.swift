import Glibc

/// A null-terminated array of C strings, as `execve` takes it.
@safe
package final class CStrings {
    package let pointers: [UnsafeMutablePointer<CChar>?]

    package convenience init(_ strings: [String]) {
        self.init(bytes: strings.map { Array($0.utf8) })
    }

    /// - Parameter bytes: words in any encoding, without zero bytes.
    package init(bytes words: [[UInt8]]) {
        // SAFETY: every string is a copy, which is freed with this object and not before. The zero ends it.
        unsafe pointers = words.map { unsafe CStrings.copy($0 + [0]) } + [nil]
    }

    private static func copy(_ word: [UInt8]) -> UnsafeMutablePointer<CChar>? {
        unsafe word.withUnsafeBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { unsafe $0.baseAddress.flatMap { unsafe strdup($0) } }
        }
    }

    deinit {
        for index in unsafe pointers.indices { unsafe free(pointers[index]) }
    }
}
