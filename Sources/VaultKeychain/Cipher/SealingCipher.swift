import COpenSSL
import SecretBytes

/// AES-256 in Galois/Counter Mode (NIST SP 800-38D): what it seals can be read by nobody without the key, and neither that
/// nor what it is bound to can be changed unseen.
enum SealingCipher {
    static let nonceLength = 12
    static let tagLength = 16

    /// As long as `text`, with the tag behind.
    ///
    /// - Parameters:
    ///   - nonce: never used with this key before.
    ///   - context: what has to be the same when it is opened. It is not part of the result.
    static func seal(
        _ text: borrowing SecretBytes, key: SharedSecret, nonce: [UInt8], boundTo context: [UInt8]
    ) throws(CipherFailure) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: text.count + tagLength)
        // SAFETY: what is written is as long as the text, then the tag, for which there is room. What is read is lent for
        // the calls. OpenSSL zeroes its copy of the key with the state.
        let isDone = text.withSpan { text in
            unsafe text.withUnsafeBufferPointer { text in
                unsafe sealed.withUnsafeMutableBufferPointer { room in
                    guard let state = unsafe begin(isSealing: true, key, nonce, context) else { return false }
                    defer { unsafe EVP_CIPHER_CTX_free(state) }
                    guard let start = room.baseAddress else { return false }
                    var length: Int32 = 0
                    return
                        unsafe (text.isEmpty
                        || EVP_EncryptUpdate(state, start, &length, text.baseAddress, Int32(text.count)) == 1)
                        && EVP_EncryptFinal_ex(state, start + text.count, &length) == 1
                        && EVP_CIPHER_CTX_ctrl(
                            state, EVP_CTRL_AEAD_GET_TAG, Int32(tagLength), start + text.count) == 1
                }
            }
        }
        guard isDone else { throw CipherFailure("AES-256-GCM") }
        return sealed
    }

    /// - Parameter text: what was sealed is put behind what is there; with room for it, nothing is moved.
    /// - Returns: false where anything is not as it was when it was sealed: key, nonce, context or bytes.
    static func open(
        _ sealed: ArraySlice<UInt8>, key: SharedSecret, nonce: [UInt8], boundTo context: [UInt8],
        behind text: inout SecretBytes
    ) throws(CipherFailure) -> Bool {
        guard sealed.count >= tagLength else { return false }
        let body = sealed.dropLast(tagLength)
        var tag = Array(sealed.suffix(tagLength))
        // SAFETY: what is written is as long as the body, for which there is room. What is read is lent for the calls.
        guard let state = unsafe begin(isSealing: false, key, nonce, context) else {
            throw CipherFailure("AES-256-GCM")
        }
        defer { unsafe EVP_CIPHER_CTX_free(state) }
        if !body.isEmpty {
            let count = unsafe text.append(atMost: body.count) { room in
                unsafe body.withUnsafeBufferPointer { body in
                    var length: Int32 = 0
                    let start = unsafe room.baseAddress?.assumingMemoryBound(to: UInt8.self)
                    let isDone = unsafe EVP_DecryptUpdate(state, start, &length, body.baseAddress, Int32(body.count))
                    return isDone == 1 ? Int(length) : nil
                }
            }
            guard count == body.count else { throw CipherFailure("AES-256-GCM") }
        }
        guard unsafe EVP_CIPHER_CTX_ctrl(state, EVP_CTRL_AEAD_SET_TAG, Int32(tagLength), &tag) == 1 else {
            throw CipherFailure("AES-256-GCM")
        }
        var (rest, length) = (UInt8(0), Int32(0))
        guard unsafe EVP_DecryptFinal_ex(state, &rest, &length) == 1 else {
            ERR_clear_error()
            text.removeLast(body.count)
            return false
        }
        return true
    }

    /// A state with key, nonce and context in it; the caller frees it.
    private static func begin(
        isSealing: Bool, _ key: SharedSecret, _ nonce: [UInt8], _ context: [UInt8]
    ) -> OpaquePointer? {
        precondition(key.count == 32 && nonce.count == nonceLength, "a key of 32 bytes and a nonce of 12")
        // SAFETY: key, nonce and context are lent for the calls and as long as the cipher wants them.
        guard let state = unsafe EVP_CIPHER_CTX_new() else { return nil }
        let isReady = key.withSpan { key in
            unsafe key.withUnsafeBufferPointer { key in
                var length: Int32 = 0
                return unsafe EVP_CipherInit_ex(
                    state, EVP_aes_256_gcm(), nil, key.baseAddress, nonce, isSealing ? 1 : 0) == 1
                    && EVP_CipherUpdate(state, nil, &length, context, Int32(context.count)) == 1
            }
        }
        if isReady { return unsafe state }
        unsafe EVP_CIPHER_CTX_free(state)
        return nil
    }
}
