import SecretBytes

/// The vault's file, whose header was read.
struct SealedVault: Sendable {
    let bytes: [UInt8]
    let header: SealedHeader

    /// What differs between any two writings.
    var mark: [UInt8] { Array(bytes[SealedHeader.writing]) }

    /// What a passphrase makes for it, right or wrong. Throws `wrongPassphrase` for an empty one.
    func keys(of passphrase: SharedSecret) throws(FormatTrouble) -> SealingKeys {
        if passphrase.isEmpty { throw .wrongPassphrase }
        return try SealingKeys(passphrase: passphrase, salt: header.salt, cost: header.cost)
    }

    func opened(with keys: SealingKeys) throws(FormatTrouble) -> SealedRecords {
        try SealedRecords(bytes, header: header, keys: keys)
    }
}
