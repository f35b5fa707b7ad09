public import AccountModel
public import SecretBytes

/// A keychain that has a passphrase of its own, for which acctstore itself asks.
///
/// Everything throws `locked` for a wrong passphrase, `file` for a file that cannot be used, and changes nothing then.
public protocol PassphraseProtected: Sendable {
    /// Where it is kept.
    var path: String { get }

    /// Asks the person for a passphrase of it, by a dialog.
    func ask(_ question: PassphraseQuestion, of caller: Caller) async throws(PassphraseRefusal) -> SharedSecret

    /// Whether it is there and open: `open`, `unopened`, `absent`. Asks nobody and opens nothing.
    func passphraseState() async throws(KeychainError) -> KeychainStatus.State

    /// Has it stay open, now or as soon as it is, for whoever will need it in a while: that counts as using it.
    func hold() -> KeychainHold

    /// Opens it. Nothing is checked where it is open. Throws `notConfigured` where there is none.
    func unlock(with passphrase: SharedSecret) async throws(KeychainError)

    /// Opens it, which may ask the person, and runs `body`: meanwhile it closes when it is told to, and not for want of use.
    func whileOpen<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result

    /// Throws `locked` where it is not this one.
    func check(_ passphrase: SharedSecret) async throws(KeychainError)

    /// Makes an empty one, which is open then. Throws `failed` where there is one.
    func make(with passphrase: SharedSecret) async throws(KeychainError)

    /// Gives it another passphrase; every process has to be told the new one.
    func changePassphrase(from old: SharedSecret, to new: SharedSecret) async throws(KeychainError)
}
