internal import AccountStore
internal import SecretBytes
internal import VaultKeychain

/// Bundles in the format of the vault.
struct VaultBundles: BundleSealing {
    func seal(_ records: [NewRecord], passphrase: SharedSecret) throws(KeychainError) -> [UInt8] {
        try SealedBundle.seal(records, passphrase: passphrase)
    }

    func open(_ file: SharedSecret, passphrase: SharedSecret, name: String) throws(KeychainError) -> OpenedBundle {
        try SealedBundle.open(file, passphrase: passphrase, name: name)
    }

    func check(_ file: SharedSecret, name: String) throws(KeychainError) {
        try SealedBundle.check(file, name: name)
    }
}
