import AccountModel
import SecretBytes

/// Passphrases that were read and not yet used, each of the connection that gave it.
final class PassphraseTable: Sendable {
    /// As many as a command needs at once, and as many again; locked memory is scarce.
    private static let most = 6

    private let table = ExpiringTable<PassphraseHandle, SharedSecret>(most: most)
    private let patience: Duration

    /// - Parameter patience: how long one is kept.
    init(patience: Duration = .seconds(120)) {
        self.patience = patience
    }

    /// Throws `tryLater` where too many of the program wait, and `cancelled` where the task is.
    func add(
        _ passphrase: SharedSecret, as handle: PassphraseHandle, of origin: Caller.Origin
    ) throws(BrokerError) {
        try table.add(
            passphrase, as: handle, of: origin, for: patience,
            orThrow: BrokerError(
                .tryLater, "too many passphrases of this program wait to be used",
                nextStep: "let a command end that has asked for one"))
    }

    /// Gives one out, which is not kept any longer. Throws `invalidArgument` for one that is gone, or somebody else's.
    func take(
        _ handle: PassphraseHandle, of origin: Caller.Origin
    ) throws(BrokerError) -> SharedSecret {
        guard let passphrase = table.take(handle, of: origin) else {
            throw BrokerError(
                .invalidArgument, "the passphrase was given too long ago, or the vault was locked since",
                nextStep: "give it again")
        }
        return passphrase
    }

    func forget(connection: String) {
        table.forget(connection: connection)
    }

    func forgetAll() {
        table.forgetAll()
    }
}
