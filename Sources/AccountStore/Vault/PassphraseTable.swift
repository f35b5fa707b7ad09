import AccountModel
import FoundationEssentials
import SecretBytes
import Synchronization

/// Passphrases that were read and not yet used, each the program's own that gave it.
final class PassphraseTable: Sendable {
    private struct Entry: Sendable {
        var instance: Caller.Instance
        var expires: Date
        var passphrase: SharedSecret
    }

    /// Seconds that one is kept.
    private static let patience: Double = 120
    /// More than any two commands need at once; locked memory is scarce.
    private static let most = 32

    private let entries = Mutex<[PassphraseHandle: Entry]>([:])

    /// Throws `tryLater` where too many wait.
    func add(
        _ passphrase: SharedSecret, as handle: PassphraseHandle, of instance: Caller.Instance, at now: Date
    ) throws(BrokerError) {
        try entries.withLock { (entries) throws(BrokerError) in
            entries = entries.filter { $0.value.expires > now }
            guard entries.count < PassphraseTable.most else {
                throw BrokerError(.tryLater, "too many passphrases wait to be used", nextStep: "try again")
            }
            entries[handle] = Entry(
                instance: instance, expires: now.addingTimeInterval(PassphraseTable.patience), passphrase: passphrase)
        }
    }

    /// Gives one out, which is not kept any longer. Throws `invalidArgument` for one that is gone, or somebody else's.
    func take(
        _ handle: PassphraseHandle, of instance: Caller.Instance, at now: Date
    ) throws(BrokerError) -> SharedSecret {
        let entry = entries.withLock { entries -> Entry? in
            guard entries[handle]?.instance == instance else { return nil }
            return entries.removeValue(forKey: handle)
        }
        guard let entry, entry.expires > now else {
            throw BrokerError(.invalidArgument, "the passphrase was given too long ago", nextStep: "give it again")
        }
        return entry.passphrase
    }
}
