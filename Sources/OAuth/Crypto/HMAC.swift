import COpenSSL

/// The HMAC of RFC 2104.
enum HMAC {
    /// The code for `text` under `key`, raw.
    static func code(
        _ digest: MessageDigest, key: Span<UInt8>, text: Span<UInt8>
    ) throws(SigningError) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length = 0
        // SAFETY: the context is freed, and OpenSSL zeroes its copy of the key, on every way out. The names live for
        // ever; key and text are lent for the calls; no more than the code's own length is written.
        guard let algorithm = unsafe algorithm, let context = unsafe EVP_MAC_CTX_new(algorithm) else {
            throw .refusedByOpenSSL("HMAC")
        }
        defer { unsafe EVP_MAC_CTX_free(context) }
        var parameters = unsafe [parameter("digest", digest.name), OSSL_PARAM()]
        let isKeyed = unsafe key.withUnsafeBufferPointer { key in
            unsafe EVP_MAC_init(context, key.baseAddress, key.count, &parameters) == 1
        }
        let isTextTaken = unsafe text.withUnsafeBufferPointer { text in
            unsafe isKeyed && EVP_MAC_update(context, text.baseAddress, text.count) == 1
        }
        guard isTextTaken, unsafe EVP_MAC_final(context, &code, &length, code.count) == 1 else {
            throw .refusedByOpenSSL("HMAC")
        }
        code.removeLast(code.count - length)
        return code
    }

    /// OpenSSL's implementation, looked up once: the look-up costs as much as a code. Nothing secret is in it.
    // SAFETY: OpenSSL never changes a fetched algorithm, and this one is never freed.
    nonisolated(unsafe) private static let algorithm = unsafe EVP_MAC_fetch(nil, "HMAC", nil)

    private static func parameter(_ key: StaticString, _ value: StaticString) -> OSSL_PARAM {
        // SAFETY: both texts are literals, which live for ever; OpenSSL reads and does not write them.
        unsafe OSSL_PARAM(
            key: UnsafeRawPointer(key.utf8Start).assumingMemoryBound(to: CChar.self),
            data_type: UInt32(OSSL_PARAM_UTF8_STRING), data: UnsafeMutableRawPointer(mutating: value.utf8Start),
            data_size: value.utf8CodeUnitCount, return_size: 0)
    }
}
