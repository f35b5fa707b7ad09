public import AccountModel

/// The keychains of a machine. Exactly one is in use, the one that the person's configuration names, and never another
/// in its place.
public protocol KeychainChoice: Sendable {
    /// The one in use. Throws `notConfigured` for a configuration that cannot be understood.
    func kindInUse() throws(KeychainError) -> KeychainKind

    /// A keychain, in use or not. Throws `notConfigured` where this machine has no place for it.
    func keychain(_ kind: KeychainKind) throws(KeychainError) -> any Keychain

    /// The file that names the one in use, for messages.
    var configuration: String? { get }

    /// How the person puts a keychain to use: a command that works when it is pasted, or a short sentence.
    func choosing(_ kind: KeychainKind) -> String

    /// What a keychain held when it was last copied to the other, as ``noteCopied(_:of:)`` was given it; `nil` where that is
    /// not known.
    func copiedState(of kind: KeychainKind) -> String?

    /// Remembers, beyond the end of this process, what a keychain held when all of it was copied to the other.
    ///
    /// - Parameters:
    ///   - state: a digest, which tells nothing of a secret.
    ///   - kind: the keychain that was copied.
    func noteCopied(_ state: String, of kind: KeychainKind) throws(KeychainError)
}

extension KeychainKind {
    /// How the person puts it to use where the place of the configuration is not known.
    package var choosing: String { ConfigurationStep.setting("keychain", to: rawValue) }
}

/// What the person does in a configuration whose place is not known.
package enum ConfigurationStep {
    package static func setting(_ key: String, to value: String) -> String {
        "Set \(key)=\(OneLine.visible(value)) under [acctstore] in acctstore.conf."
    }
}
