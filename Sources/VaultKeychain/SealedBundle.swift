public import AccountStore
public import SecretBytes

/// Records sealed under a passphrase, to be carried to another machine: the format of the vault, of another kind.
///
/// Both ways take as long as one try of a passphrase does, and block their thread for it.
public enum SealedBundle {
    /// The bytes of a file that holds the records.
    ///
    /// Throws `refused` for an empty passphrase, and for more than a bundle can hold.
    public static func seal(
        _ records: [NewRecord], passphrase: SharedSecret
    ) throws(KeychainError) -> [UInt8] {
        try seal(records, passphrase: passphrase, cost: .today)
    }

    static func seal(
        _ records: [NewRecord], passphrase: SharedSecret, cost: ScryptCost
    ) throws(KeychainError) -> [UInt8] {
        if passphrase.isEmpty {
            throw KeychainError(.refused, "an empty passphrase protects nothing; nothing was written")
        }
        let bytes = try inKeychainTerms("the bundle") { () throws(FormatTrouble) in
            var content = SealedRecords(keys: try SealingKeys.new(passphrase: passphrase, cost: cost))
            for new in records { _ = try content.add(new.record, secret: new.secret) }
            return try content.file(of: .bundle)
        }
        guard bytes.count <= CarriedFiles.longestBundle else {
            throw KeychainError(
                .refused,
                "the bundle would be longer than the \(CarriedFiles.longestBundle >> 20) MiB that are read of one; nothing "
                    + "was written", nextStep: "acctstore export FILE ACCOUNT…")
        }
        return bytes
    }

    /// What a file holds, in the order in which it was sealed. Records of kinds that this release does not know are counted.
    ///
    /// Throws `locked` for another passphrase, `notConfigured` for a file of a later release, `file` for one that is no
    /// bundle, cut short or altered.
    ///
    /// - Parameters:
    ///   - file: the whole of it.
    ///   - passphrase: the one that it was sealed under.
    ///   - name: of the file, for messages.
    public static func open(
        _ file: SharedSecret, passphrase: SharedSecret, name: String
    ) throws(KeychainError) -> OpenedBundle {
        do throws(KeychainError) {
            return try inKeychainTerms(name) { () throws(FormatTrouble) in
                let bytes = try bytes(of: file)
                let header = try SealedHeader(ofFile: bytes, kind: .bundle)
                if passphrase.isEmpty { throw .wrongPassphrase }
                let keys = try SealingKeys(passphrase: passphrase, salt: header.salt, cost: header.cost)
                return try opened(SealedRecords(bytes, header: header, keys: keys).records, under: keys)
            }
        } catch {
            // Its own command is the one to give again.
            throw KeychainError(error.code, error.message, nextStep: error.code == .locked ? nil : error.nextStep)
        }
    }

    /// The secrets side by side: one page for each would soon be all that may be locked.
    private static func opened(
        _ sealed: [SealedRecord], under keys: SealingKeys
    ) throws(FormatTrouble) -> OpenedBundle {
        let known = sealed.compactMap { sealed in sealed.record.map { (sealed: sealed, record: $0) } }
        var bytes = SecretBytes(capacity: known.reduce(0) { $0 + $1.sealed.secretLength })
        var ranges: [Range<Int>] = []
        for (sealed, _) in known {
            let start = bytes.count
            try sealed.openSecret(under: keys, behind: &bytes)
            ranges.append(start..<bytes.count)
        }
        let secrets = SharedSecret(bytes)
        let records = zip(known, ranges).map { NewRecord($0.record, secret: SharedSecret($1, of: secrets)) }
        return OpenedBundle(records, unknown: sealed.count - known.count)
    }

    /// Throws as ``open(_:passphrase:name:)`` does for what can be told of a file without its passphrase.
    ///
    /// - Parameters:
    ///   - file: the whole of it.
    ///   - name: of the file, for messages.
    public static func check(_ file: SharedSecret, name: String) throws(KeychainError) {
        _ = try inKeychainTerms(name) { () throws(FormatTrouble) in
            try SealedHeader(ofFile: try bytes(of: file), kind: .bundle)
        }
    }

    /// The bytes of what may be a bundle, and so no secret. Another file may have been named by mistake, one with tokens in
    /// it: nothing of that is copied.
    private static func bytes(of file: SharedSecret) throws(FormatTrouble) -> [UInt8] {
        try file.withSpan { (bytes) throws(FormatTrouble) in
            guard SealedHeader.isBegun(bytes) else { throw .foreign }
            // SAFETY: the bytes are copied while they are lent.
            return unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
        }
    }

    private static func inKeychainTerms<Result>(
        _ name: String, _ step: () throws(FormatTrouble) -> Result
    ) throws(KeychainError) -> Result {
        do throws(FormatTrouble) {
            return try step()
        } catch {
            throw KeychainError(error, of: name, being: .bundle)
        }
    }
}
