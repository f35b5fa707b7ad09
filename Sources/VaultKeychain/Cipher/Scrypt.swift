import COpenSSL
import SecretBytes

enum Scrypt {
    /// 32 bytes of key for a passphrase. It blocks its thread for as long as the cost says.
    ///
    /// OpenSSL zeroes what it works in; that is too much memory to be locked.
    static func key(
        for passphrase: SharedSecret, salt: [UInt8], cost: ScryptCost
    ) throws(CipherFailure) -> SharedSecret {
        var key = SecretBytes(capacity: 32)
        // SAFETY: passphrase and salt are lent for the call with their own counts, and 32 bytes are written to a buffer of
        // as many.
        let count = unsafe key.append(atMost: 32) { room in
            passphrase.withSpan { passphrase in
                unsafe passphrase.withUnsafeBytes { passphrase in
                    let isDone = unsafe EVP_PBE_scrypt(
                        passphrase.baseAddress?.assumingMemoryBound(to: CChar.self), passphrase.count, salt, salt.count,
                        UInt64(cost.n), UInt64(cost.r), UInt64(cost.p), UInt64(cost.memory + (64 << 20)),
                        room.baseAddress?.assumingMemoryBound(to: UInt8.self), room.count)
                    return isDone == 1 ? room.count : nil
                }
            }
        }
        guard count == 32 else { throw CipherFailure("scrypt with \(cost.memory >> 20) MiB") }
        return SharedSecret(key)
    }
}
