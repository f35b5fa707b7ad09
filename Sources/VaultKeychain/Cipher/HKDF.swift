import COpenSSL
import SecretBytes

/// HKDF with SHA-256 (RFC 5869): keys for one purpose each out of one key.
enum HKDF {
    /// 32 bytes that tell nothing of `key`, nor of what is derived for another salt or purpose.
    static func key(
        from key: SharedSecret, salt: [UInt8] = [], purpose: [UInt8]
    ) throws(CipherFailure) -> SharedSecret {
        var derived = SecretBytes(capacity: 32)
        // SAFETY: `derive` writes no more than the room it is given.
        let count = try unsafe derived.append(atMost: 32) { (room) throws(CipherFailure) -> Int? in
            try unsafe derive(from: key, salt: salt, purpose: purpose, into: room)
            return room.count
        }
        guard count == 32 else { throw CipherFailure("HKDF") }
        return SharedSecret(derived)
    }

    private static func derive(
        from key: SharedSecret, salt: [UInt8], purpose: [UInt8], into room: UnsafeMutableRawBufferPointer
    ) throws(CipherFailure) {
        // SAFETY: the function and its context are freed on every way out, which zeroes OpenSSL's copy of the key. What the
        // parameters point to is lent until the derivation is done, and only read.
        guard let function = unsafe EVP_KDF_fetch(nil, "HKDF", nil) else { throw CipherFailure("HKDF") }
        defer { unsafe EVP_KDF_free(function) }
        guard let context = unsafe EVP_KDF_CTX_new(function) else { throw CipherFailure("HKDF") }
        defer { unsafe EVP_KDF_CTX_free(context) }
        // OpenSSL reads the name up to a NUL, whatever length it is given.
        var (salt, purpose, digest) = (salt, purpose, Array("SHA256\0".utf8))
        let isDone = key.withSpan { key in
            unsafe key.withUnsafeBytes { key in
                unsafe salt.withUnsafeMutableBytes { salt in
                    unsafe purpose.withUnsafeMutableBytes { purpose in
                        unsafe digest.withUnsafeMutableBytes { digest in
                            var parameters = unsafe [
                                parameter(
                                    "digest", OSSL_PARAM_UTF8_STRING,
                                    UnsafeMutableRawBufferPointer(rebasing: digest.dropLast())),
                                parameter("key", OSSL_PARAM_OCTET_STRING, UnsafeMutableRawBufferPointer(mutating: key)),
                                parameter("info", OSSL_PARAM_OCTET_STRING, purpose),
                            ]
                            if unsafe !salt.isEmpty {
                                unsafe parameters.append(parameter("salt", OSSL_PARAM_OCTET_STRING, salt))
                            }
                            unsafe parameters.append(OSSL_PARAM())
                            return unsafe EVP_KDF_derive(
                                context, room.baseAddress?.assumingMemoryBound(to: UInt8.self), room.count, &parameters)
                                == 1
                        }
                    }
                }
            }
        }
        guard isDone else { throw CipherFailure("HKDF") }
    }

    private static func parameter(
        _ name: StaticString, _ kind: Int32, _ value: UnsafeMutableRawBufferPointer
    ) -> OSSL_PARAM {
        // SAFETY: the name is a literal, which lives for ever; OpenSSL reads and does not write either.
        unsafe OSSL_PARAM(
            key: UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self), data_type: UInt32(kind),
            data: value.baseAddress, data_size: value.count, return_size: 0)
    }
}
