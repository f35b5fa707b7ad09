import AccountModel
import SecretBytes

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
    /// What was found to be kept already, and is to be read back as well.
    var unchanged: [StoredImport] = []
    /// Where accounts of a bundle ended up, for the grants that speak of them.
    var accounts: [AccountID: AccountID] = [:]

    mutating func note(_ thing: StoredImport, of outcome: ImportOutcome) {
        if case .unchanged = outcome { unchanged.append(thing) } else { stored.append(thing) }
    }
}

/// What was stored, and what it has to come back as.
enum StoredImport: Sendable {
    case account(AccountID, AccountCredential, instead: AccountCredential?)
    /// One whose token was renewed since.
    case renewed(AccountID)
    case app(String, Service, AppCredential)
    case grant(Grant)
}

/// Imports that wait for the next call, each of the connection that it was begun over. Nothing of them is written anywhere.
final class ImportTable: Sendable {
    /// More than a program needs at once; what they hold is locked memory.
    private static let most = 4

    private let table = ExpiringTable<ImportHandle, PendingImport>(most: most)
    private let patience: Duration

    /// - Parameter patience: how long one waits for the next call.
    init(patience: Duration = .seconds(600)) {
        self.patience = patience
    }

    /// Throws `tryLater` where too many of the program wait, and `cancelled` where the task is.
    func add(
        _ pending: PendingImport, as handle: ImportHandle, of origin: Caller.Origin
    ) throws(BrokerError) {
        try table.add(
            pending, as: handle, of: origin, for: patience,
            orThrow: BrokerError(
                .tryLater, "\(ImportTable.most) imports of this program wait already", nextStep: "finish one of them"))
    }

    /// One that then waits for the next call. Throws `cancelled` for one that is over, or somebody else's.
    func pending(_ handle: ImportHandle, of origin: Caller.Origin) throws(BrokerError) -> PendingImport {
        guard let pending = table.update(handle, of: origin, for: patience, { $0 }) else {
            throw BrokerError(
                .cancelled, "this import is over: the agent waits for ten minutes, and forgets it when it ends")
        }
        return pending
    }

    /// Changes one that is still there.
    func update(_ handle: ImportHandle, of origin: Caller.Origin, _ change: (inout PendingImport) -> Void) {
        table.update(handle, of: origin, for: patience) { pending in
            guard var changed = pending else { return }
            change(&changed)
            pending = changed
        }
    }

    func forget(_ handle: ImportHandle, of origin: Caller.Origin) {
        table.forget(handle, of: origin)
    }

    func forget(connection: String) {
        table.forget(connection: connection)
    }
}
