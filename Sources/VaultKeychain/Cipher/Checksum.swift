import COpenSSL

enum Checksum {
    static let length = 32

    /// SHA-256, raw.
    static func of(_ bytes: ArraySlice<UInt8>) throws(CipherFailure) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: length)
        // SAFETY: SHA-256 writes 32 bytes, and the input is lent for the call.
        let isDone = unsafe bytes.withUnsafeBufferPointer { input in
            unsafe EVP_Digest(input.baseAddress, input.count, &digest, nil, EVP_sha256(), nil) == 1
        }
        guard isDone else { throw CipherFailure("SHA-256") }
        return digest
    }
}
