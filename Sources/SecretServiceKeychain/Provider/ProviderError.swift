internal import AccountModel
internal import AccountStore
internal import GLibBridge

/// What went wrong at the provider: the error for the caller, and what this module itself can do about it.
struct ProviderError: Error {
    enum Cause {
        /// Unlock and try again.
        case isLocked
        /// The provider knows our session no more, or its key and ours differ: open a new one, try again once.
        case badSession
        case noSuchObject
        /// A call that was right is called wrong.
        case invalidArguments
        case other
    }

    let cause: Cause
    let error: KeychainError
    /// Whether a keychain that needs no Secret Service is the way out, or one of them.
    let isVaultBetter: Bool

    init(_ error: KeychainError, isVaultBetter: Bool = false) {
        self.init(.other, error, isVaultBetter: isVaultBetter)
    }

    /// The key of the session does not fit: libsecret 0.20.5 now and then sends a public value that is one byte short.
    static var unreadableSecret: ProviderError {
        ProviderError(.badSession, KeychainError(.failed, "the keyring's answer cannot be decrypted"))
    }

    private init(_ cause: Cause, _ error: KeychainError, isVaultBetter: Bool = false) {
        self.cause = cause
        self.error = error
        self.isVaultBetter = isVaultBetter
    }

    init(_ error: SessionBusError) {
        self.init(KeychainError(error), isVaultBetter: error == .noAddress)
    }

    /// For the caller.
    ///
    /// - Parameter configuring: gives the step that sets a key of the configuration to a value.
    func told(_ configuring: (_ key: String, _ value: String) -> String) -> KeychainError {
        guard isVaultBetter else { return error }
        let vault = configuring("keychain", KeychainKind.vault.rawValue)
        return KeychainError(
            error.code, "\(error.message); accounts can be kept in an encrypted file instead",
            nextStep: [error.nextStep, vault].compactMap(\.self).joined(separator: "\n"))
    }

    /// - Parameter carriesSecret: whether the call took an encrypted secret along.
    init(_ error: GLibError, carriesSecret: Bool = false) {
        switch error.remoteName {
        case "org.freedesktop.Secret.Error.IsLocked":
            self.init(.isLocked, KeychainError(.locked, "the keyring is locked"))
        case "org.qtproject.QtDBus.Error.InvalidObjectPath":
            // KWallet's answer (5.103) for a session that it does not find, now and then one that it has just made.
            self.init(.badSession, KeychainError(error))
        case "org.freedesktop.Secret.Error.NoSession":
            self.init(.badSession, KeychainError(.failed, "the keyring knows our session no more"))
        case "org.freedesktop.DBus.Error.InvalidArgs" where carriesSecret:
            // gnome-keyring's answer to a secret that it cannot decrypt.
            self.init(.badSession, KeychainError(.failed, "the keyring refuses the secret: \(error.firstLine)"))
        case "org.freedesktop.DBus.Error.InvalidArgs":
            // KWallet's answer (5.103) to who asks for the secrets of several items of which one is gone.
            self.init(.invalidArguments, KeychainError(error))
        case "org.freedesktop.Secret.Error.NoSuchObject", "org.freedesktop.DBus.Error.UnknownObject",
            "org.freedesktop.DBus.Error.UnknownMethod":
            // GDBus answers for an object that is not there with UnknownMethod.
            self.init(.noSuchObject, KeychainError(.absent, "the item is no longer in the keyring"))
        default:
            self.init(
                .other, KeychainError(error), isVaultBetter: [.noProvider, .accessDenied].contains(error.kind))
        }
    }
}

extension KeychainError {
    fileprivate init(_ error: GLibError) {
        switch error.kind {
        case .noProvider:
            self.init(
                .unreachable, "no program on the session bus keeps secrets (\(SecretServiceNames.bus))",
                nextStep: "gnome-keyring-daemon --start --components=secrets")
        case .timedOut, .cancelled:
            self.init(.unreachable, "the keyring does not answer", nextStep: KeychainError.doctor)
        case .noReply, .disconnected:
            self.init(.unreachable, "the keyring went away during the request")
        case .accessDenied:
            self.init(.unreachable, "the session bus does not let this program use the keyring")
        case .invalidArgument:
            self.init(.failed, error.message)
        case .other:
            // KeePassXC gives no text with an error, only its name.
            let name = error.remoteName.map { " (\($0))" } ?? ""
            self.init(.failed, "the keyring refused: \(error.firstLine)\(name)")
        }
    }

    fileprivate init(_ error: SessionBusError) {
        switch error {
        case .noAddress:
            self.init(
                .unreachable,
                "there is no session bus (DBUS_SESSION_BUS_ADDRESS is not set, and XDG_RUNTIME_DIR has no bus), and so no "
                    + "Secret Service", nextStep: "dbus-run-session -- bash")
        case .belongsToAnotherUser(let name):
            self.init(
                .unreachable, "the session bus belongs to \(name)", nextStep: "Run this as \(name), without sudo.")
        case .unreachable(let error):
            self.init(
                .unreachable, "the session bus cannot be reached: \(error.firstLine)", nextStep: KeychainError.doctor)
        }
    }
}

extension KeychainError {
    /// Where what happened does not tell why.
    fileprivate static let doctor = "acctstore doctor"
}

extension GLibError {
    /// The message without what would break a line of ours.
    fileprivate var firstLine: String {
        String(message.prefix { !$0.isNewline })
    }
}
