package import AccountStore
internal import Glibc
internal import OwnFiles

/// What the vault's file tells without its passphrase.
package struct VaultFacts: Hashable, Sendable {
    /// Of the file.
    package var format: Int
    /// How the key is made of the passphrase: `scrypt with N=131072, r=8, p=1`.
    package var derivation: String
    /// Bytes of memory that each try of a passphrase takes.
    package var memory: Int
    /// Whether a try costs less than one of a file that is made today.
    package var isWeakerThanToday: Bool
    /// Bytes of the file.
    package var length: Int
}

extension VaultKeychain {
    /// Reads the file and checks all of it that needs no passphrase; `nil` where there is none. Its mode stays as it is.
    ///
    /// Throws `file` for one that cannot be read or is damaged, `notConfigured` for one of a later release.
    package func facts() async throws(KeychainError) -> VaultFacts? {
        let file = file
        return try await onDisk { () throws(KeychainError) -> VaultFacts? in
            guard let bytes = try file.untouchedBytes() else { return nil }
            let header = try self.inKeychainTerms { () throws(FormatTrouble) in
                try SealedHeader(ofFile: bytes, kind: .vault)
            }
            let cost = header.cost
            return VaultFacts(
                format: SealedHeader.format, derivation: "scrypt with N=\(cost.n), r=\(cost.r), p=\(cost.p)",
                memory: cost.memory, isWeakerThanToday: cost.isWeaker(than: .today), length: bytes.count)
        }
    }
}

extension VaultFile {
    /// The file as it lies there, without the folder or the file being made private by the look; `nil` where there is none.
    fileprivate func untouchedBytes() throws(KeychainError) -> [UInt8]? {
        // SAFETY: the path is a C string for the length of the call.
        let opened = unsafe Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard opened >= 0 else {
            let error = OwnFileError("open", path)
            if error.isAbsent { return nil }
            throw cannotBeRead(error)
        }
        defer { close(opened) }
        do throws(OwnFileError) {
            return try OwnFileBytes.all(of: opened, path, upTo: SealedHeader.longestFile)
        } catch {
            throw cannotBeRead(error)
        }
    }
}
