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
}
