internal import AccountStore
internal import SecretBytes
internal import VaultKeychain

/// Bundles in the format of the vault.
struct VaultBundles: BundleSealing {
    func seal(_ records: [NewRecord], passphrase: SharedSecret) throws(KeychainError) -> [UInt8] {
        try SealedBundle.seal(records, passphrase: passphrase)
    }

    func open(_ bytes: [UInt8], passphrase: SharedSecret, name: String) throws(KeychainError) -> [NewRecord] {
        try SealedBundle.open(bytes, passphrase: passphrase, name: name)
    }

    func check(_ bytes: [UInt8], name: String) throws(KeychainError) {
        try SealedBundle.check(bytes, name: name)
    }
}
