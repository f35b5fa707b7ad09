import AccountStore

extension KeychainError {
    /// A trouble of the vault's file, as the person is told of it.
    init(_ trouble: FormatTrouble, of path: String) {
        let untouched = "; nothing was changed"
        switch trouble {
        case .foreign:
            self.init(
                .file, "\(path) is no vault of acctstore\(untouched)",
                nextStep: "Move the file away, and bring back the vault from a backup.")
        case .otherKind(let kind):
            self.init(
                .file,
                "\(path) is a \(kind == .bundle ? "bundle of exported accounts" : "vault"), not a "
                    + "\(kind == .bundle ? "vault" : "bundle")\(untouched)",
                nextStep: kind == .bundle ? "Move it away; bundles are read by: acctstore import FILE" : nil)
        case .truncated:
            self.init(
                .file, "\(path) is cut short: its end is missing\(untouched)",
                nextStep: "Bring back the file from a backup.")
        case .headerAltered:
            self.init(
                .file, "the header of \(path) is not as it was written\(untouched)",
                nextStep: "Bring back the file from a backup.")
        case .contentAltered:
            self.init(
                .file, "the content of \(path) is not as it was written\(untouched)",
                nextStep: "Bring back the file from a backup.")
        case .newer(let format):
            self.init(
                .notConfigured,
                "\(path) was written by a later release of acctstore: it has format \(format), this release reads "
                    + "\(SealedHeader.format)",
                nextStep: "Install a release that is at least as new.")
        case .unreasonable(let memory):
            self.init(
                .file,
                "\(path) asks for \(memory >> 20) MiB or too much work to be opened, which no vault of acctstore does"
                    + untouched,
                nextStep: "Bring back the file from a backup.")
        case .wrongPassphrase:
            self.init(.locked, "that is not the passphrase of \(path)", nextStep: "acctstore unlock")
        case .failed(let failure):
            self.init(.failed, "the system's cryptography refused \(failure.step) for \(path)")
        }
    }

    static func noVault(at path: String) -> KeychainError {
        KeychainError(.notConfigured, "there is no vault yet: \(path)", nextStep: "acctstore vault passphrase")
    }

    static func locked(_ path: String, because reason: String) -> KeychainError {
        KeychainError(.locked, "the vault \(path) is locked, and \(reason)", nextStep: "acctstore unlock")
    }
}
