import AccountStore

extension KeychainError {
    /// A trouble of a sealed file, as the person is told of it. The file stays as it is.
    init(_ trouble: FormatTrouble, of path: String, being kind: SealedHeader.Kind = .vault) {
        let backup =
            kind == .vault ? "Bring back the file from a backup." : "Copy it again, or export it again."
        switch trouble {
        case .foreign:
            self.init(.file, "\(path) is no file of acctstore's; nothing was changed", nextStep: backup)
        case .otherKind(let kind):
            self.init(
                .file,
                "\(path) is \(kind == .bundle ? "a bundle of exported accounts" : "a vault"); nothing was changed",
                nextStep: kind == .bundle ? "Move it away; a bundle is for acctstore import." : nil)
        case .truncated:
            self.init(.file, "\(path) is cut short: its end is missing; nothing was changed", nextStep: backup)
        case .headerAltered:
            self.init(.file, "the header of \(path) is not as it was written; nothing was changed", nextStep: backup)
        case .contentAltered:
            self.init(.file, "the content of \(path) is not as it was written; nothing was changed", nextStep: backup)
        case .newer(let format):
            self.init(
                .notConfigured,
                "\(path) was written by a later release of acctstore: it has format \(format), this release reads "
                    + "\(SealedHeader.format)",
                nextStep: "Install a release that is at least as new.")
        case .unreasonable(let memory):
            let size = memory.map { "\($0 >> 20) MiB of" } ?? "more than any machine's"
            self.init(
                .file,
                "\(path) asks for \(size) memory or for work that no file of acctstore's does; nothing was changed",
                nextStep: backup)
        case .tooLong:
            self.init(
                .refused,
                "\(path) would become longer than \(SealedHeader.longestFile >> 20) MiB; nothing was changed")
        case .wrongPassphrase:
            self.init(.locked, "that is not the passphrase of \(path)", nextStep: "acctstore unlock")
        case .failed(let failure):
            self.init(.failed, "the system's cryptography refused \(failure.step) for \(path)")
        }
    }

    static func noVault(at path: String) -> KeychainError {
        KeychainError(.notMade, "there is no vault yet: \(path)", nextStep: "acctstore vault passphrase")
    }

    static func locked(_ path: String, because reason: String) -> KeychainError {
        KeychainError(.locked, "the vault \(path) is locked, and \(reason)", nextStep: "acctstore unlock")
    }
}
