import COpenSSL

/// What nobody can do without.
enum Floor {
    /// One derivation with the cost that new vaults have.
    static func scrypt() {
        let (password, salt) = ("correct horse battery staple", [UInt8](repeating: 7, count: 32))
        var key = [UInt8](repeating: 0, count: 32)
        // SAFETY: the password is lent as a C string, salt and key as arrays with their own counts.
        let isDone = unsafe EVP_PBE_scrypt(
            password, password.utf8.count, salt, salt.count, 1 << 17, 8, 1, 256 << 20, &key, key.count)
        precondition(isDone == 1, "OpenSSL refuses scrypt")
    }
}
