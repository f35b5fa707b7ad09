import COpenSSL

/// The hash functions that signature methods are made of.
enum MessageDigest: Sendable {
    case sha1, sha224, sha256, sha384, sha512

    /// The name that OpenSSL looks the function up by.
    var name: StaticString {
        switch self {
        case .sha1: "SHA1"
        case .sha224: "SHA224"
        case .sha256: "SHA256"
        case .sha384: "SHA384"
        case .sha512: "SHA512"
        }
    }

    /// OpenSSL's constant description of the function; it is never freed.
    var algorithm: OpaquePointer? {
        switch self {
        case .sha1: unsafe EVP_sha1()
        case .sha224: unsafe EVP_sha224()
        case .sha256: unsafe EVP_sha256()
        case .sha384: unsafe EVP_sha384()
        case .sha512: unsafe EVP_sha512()
        }
    }

    /// The digest of `bytes`, raw.
    func hash(_ bytes: Span<UInt8>) throws(SigningError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        // SAFETY: the digest is as long as the longest that OpenSSL writes; the input is lent for the call.
        let status = unsafe bytes.withUnsafeBufferPointer { input in
            unsafe EVP_Digest(input.baseAddress, input.count, &digest, &length, algorithm, nil)
        }
        guard status == 1 else { throw .refusedByOpenSSL("EVP_Digest") }
        digest.removeLast(digest.count - Int(length))
        return digest
    }
}
