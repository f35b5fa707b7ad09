import COpenSSL
import SecretBytes

/// An RSA private key as OpenSSL holds it; OpenSSL zeroes its numbers when it is freed.
///
/// `@safe`: the pointer never leaves this type and lives as long as the value.
@safe
struct PrivateKey: ~Copyable {
    private let key: OpaquePointer

    /// Reads an unencrypted PEM key, PKCS #1 or PKCS #8.
    init(pem: borrowing SecretBytes) throws(SigningError) {
        // SAFETY: the key that comes out is this value's own, so one of another kind is freed here.
        let key = try unsafe pem.withSpan { (bytes) throws(SigningError) in try unsafe Self.parse(bytes) }
        guard unsafe EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA else {
            unsafe EVP_PKEY_free(key)
            throw .privateKeyNotRSA
        }
        unsafe self.key = key
    }

    deinit {
        // SAFETY: this value was the only owner.
        unsafe EVP_PKEY_free(key)
    }

    /// The PKCS #1 v1.5 signature of `text` (RFC 8017 section 8.2), raw.
    func signature(of text: Span<UInt8>, digest: MessageDigest) throws(SigningError) -> [UInt8] {
        // SAFETY: the context is freed on every way out; the signature is as long as the key says it may be.
        let context = unsafe EVP_MD_CTX_new()
        defer { unsafe EVP_MD_CTX_free(context) }
        var length = Int(unsafe EVP_PKEY_get_size(key))
        var signature = [UInt8](repeating: 0, count: length)
        guard unsafe EVP_DigestSignInit(context, nil, digest.algorithm, nil, key) == 1 else {
            throw .refusedByOpenSSL("EVP_DigestSignInit")
        }
        let status = unsafe text.withUnsafeBufferPointer { text in
            unsafe EVP_DigestSign(context, &signature, &length, text.baseAddress, text.count)
        }
        guard status == 1 else { throw .refusedByOpenSSL("EVP_DigestSign") }
        return Array(signature.prefix(length))
    }

    private static func parse(_ bytes: Span<UInt8>) throws(SigningError) -> OpaquePointer {
        // SAFETY: the reader sees the lent bytes only inside this call, and is freed before they go. The password
        // callback answers that there is none, where OpenSSL's own would ask on the terminal.
        let key = unsafe bytes.withUnsafeBufferPointer { buffer -> OpaquePointer? in
            guard let reader = unsafe BIO_new_mem_buf(buffer.baseAddress, Int32(clamping: buffer.count)) else {
                return nil
            }
            defer { unsafe BIO_free(reader) }
            return unsafe PEM_read_bio_PrivateKey(reader, nil, { _, _, _, _ in -1 }, nil)
        }
        guard let key = unsafe key else {
            ERR_clear_error()
            throw .privateKeyUnreadable
        }
        return unsafe key
    }
}

// SAFETY: OpenSSL counts references to a key under its own lock, and signing only reads it.
extension PrivateKey: @unchecked Sendable {}
