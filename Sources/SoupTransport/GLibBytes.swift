import CGio
import Glibc
import SecretBytes

/// One GBytes, owned.
@safe
final class GLibBytes: @unchecked Sendable {
    // A GBytes does not change and counts its references atomically; `wipedCopy` is for those that nobody else holds.
    let pointer: OpaquePointer

    init(taking pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    init(copying bytes: ArraySlice<UInt8>) {
        unsafe pointer = bytes.withUnsafeBytes { unsafe g_bytes_new($0.baseAddress, gsize($0.count)) }
    }

    deinit { unsafe g_bytes_unref(pointer) }

    var count: Int { Int(unsafe g_bytes_get_size(pointer)) }

    func array() -> [UInt8] {
        unsafe Array(buffer)
    }

    /// Takes the bytes and overwrites them where they were.
    func wipedCopy() -> SecretBytes {
        let secret = SecretBytes(copying: unsafe Span(_unsafeElements: buffer))
        if let start = unsafe buffer.baseAddress {
            unsafe explicit_bzero(UnsafeMutableRawPointer(mutating: start), buffer.count)
        }
        return secret
    }

    private var buffer: UnsafeBufferPointer<UInt8> {
        var size: gsize = 0
        let start = unsafe g_bytes_get_data(pointer, &size)
        return unsafe UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: Int(size))
    }
}
