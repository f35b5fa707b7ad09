import AccountModel
import AccountStore
import Glibc
import OwnFiles

/// The vault's file: read and written as a whole, and nobody else's. Blocks its thread.
struct VaultFile: Sendable {
    /// Of the folder, `…/acctstore`.
    let folder: String
    let name: String
    /// Is told each step of a writing, for tests that end the process behind it.
    let reached: @Sendable (ReplacingStep) -> Void

    var path: String { "\(folder)/\(name)" }

    /// What differs between any two writings of the file; nil where it cannot be read, as when it is not there.
    func mark() -> [UInt8]? {
        // SAFETY: the path is a C string for the length of the call.
        let file = unsafe Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let place = SealedHeader.writing
        var bytes = [UInt8](repeating: 0, count: place.count)
        // SAFETY: the kernel writes at most as many bytes as the array has.
        let count = unsafe pread(file, &bytes, bytes.count, off_t(place.lowerBound))
        return count == bytes.count ? bytes : nil
    }

    /// The whole file; `nil` where there is none.
    func read() throws(KeychainError) -> [UInt8]? {
        do throws(OwnFileError) {
            let folder = try OwnFolder(folder, made: false)
            let file = try folder.open(name, O_RDONLY)
            defer { close(file) }
            return try folder.bytes(of: file, named: name, upTo: SealedHeader.longestFile)
        } catch {
            if error.isAbsent { return nil }
            throw cannotBeRead(error)
        }
    }

    /// With the command that mends its place.
    func cannotBeRead(_ error: OwnFileError) -> KeychainError {
        KeychainError(.file, error.message, nextStep: FileMending.command(for: path))
    }

    /// Throws where the old file, or none, is still there.
    func write(_ bytes: [UInt8]) throws(KeychainError) -> Replaced {
        do throws(OwnFileError) {
            let folder = try OwnFolder(folder, made: true)
            return try folder.replace(name, with: bytes, reached: reached)
        } catch {
            throw KeychainError(.file, error.message)
        }
    }
}

extension VaultFile {
    /// `$XDG_DATA_HOME/acctstore/vault`, or `~/.local/share/acctstore/vault` (XDG Base Directory Specification).
    ///
    /// Throws `notConfigured` where neither variable tells it.
    init(
        environment: [String: String], reached: @escaping @Sendable (ReplacingStep) -> Void
    ) throws(KeychainError) {
        guard let data = PersonalFolder.data.path({ environment[$0] }) else {
            throw KeychainError(
                .notConfigured,
                "there is no place for the vault: neither XDG_DATA_HOME nor HOME names an absolute path",
                nextStep: "Set HOME to your home folder.")
        }
        self.init(folder: "\(data)/acctstore", name: "vault", reached: reached)
    }
}
