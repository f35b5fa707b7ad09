import AccountModel
import FoundationEssentials
import SecretBytes
import Synchronization

/// An import between two calls of its program.
struct PendingImport: Sendable {
    enum Stage: Sendable {
        /// A bundle, sealed as it was read.
        case locked(SharedSecret)
        /// What can be stored, by the places of the listing.
        case listed([ImportWork])
    }

    var name: String
    /// The command that begins it again.
    var command: String
    var stage: Stage
    /// What was stored and is to be read back.
    var stored: [StoredImport] = []
    /// Where accounts of a bundle ended up, for the grants that speak of them.
    var accounts: [AccountID: AccountID] = [:]
}

/// What was stored, and what it has to come back as.
enum StoredImport: Sendable {
    case account(AccountID, AccountCredential)
    /// One whose token was renewed since.
    case renewed(AccountID)
    case app(String, Service, AppCredential)
    case grant(Grant)
}

/// Imports that wait for their program, each the program's own that began it. Nothing of them is written anywhere.
final class ImportTable: Sendable {
    private struct Entry: Sendable {
        var instance: Caller.Instance
        var expires: Date
        var pending: PendingImport
    }

    /// Seconds that one waits for the next call.
    private static let patience: Double = 600
    /// More than anybody needs at once; what they hold is locked memory.
    private static let most = 8

    private let entries = Mutex<[ImportHandle: Entry]>([:])

    /// Throws `tryLater` where too many wait.
    func add(
        _ pending: PendingImport, as handle: ImportHandle, of instance: Caller.Instance, at now: Date
    ) throws(BrokerError) {
        try entries.withLock { (entries) throws(BrokerError) in
            entries = entries.filter { $0.value.expires > now }
            guard entries.count < ImportTable.most else {
                throw BrokerError(.tryLater, "too many imports are under way", nextStep: "try again")
            }
            entries[handle] = Entry(
                instance: instance, expires: now.addingTimeInterval(ImportTable.patience), pending: pending)
        }
    }

    /// Throws `invalidArgument` for one that is over, or somebody else's.
    func pending(
        _ handle: ImportHandle, of instance: Caller.Instance, at now: Date
    ) throws(BrokerError) -> PendingImport {
        let entry = entries.withLock { entries -> Entry? in
            guard let entry = entries[handle], entry.instance == instance, entry.expires > now else { return nil }
            entries[handle]?.expires = now.addingTimeInterval(ImportTable.patience)
            return entry
        }
        guard let entry else {
            throw BrokerError(.cancelled, "this import is over: it waits for ten minutes", nextStep: "begin it again")
        }
        return entry.pending
    }

    /// Changes one that is still there.
    func update(_ handle: ImportHandle, _ change: (inout PendingImport) -> Void) {
        entries.withLock { entries in
            guard var entry = entries[handle] else { return }
            change(&entry.pending)
            entries[handle] = entry
        }
    }

    func forget(_ handle: ImportHandle, of instance: Caller.Instance) {
        entries.withLock { entries in
            if entries[handle]?.instance == instance { entries[handle] = nil }
        }
    }

    func forget(_ instance: Caller.Instance) {
        entries.withLock { entries in entries = entries.filter { $0.value.instance != instance } }
    }
}
