import COpenSSL

enum RandomBytes {
    /// Bytes that nobody can foretell, from OpenSSL's generator, which the kernel seeds.
    static func make(_ count: Int) throws(CipherFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        // SAFETY: exactly as many bytes are written as the array has.
        guard unsafe RAND_bytes(&bytes, Int32(count)) == 1 else { throw CipherFailure("RAND_bytes") }
        return bytes
    }
}
