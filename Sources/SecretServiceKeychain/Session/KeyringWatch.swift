internal import AccountStore
internal import GLibBridge
internal import Synchronization

/// Hears what the provider says of its collections and items, and whether it is still the same provider.
///
/// Only what it hears at once is worth anything: `told` is called on the thread where answers arrive, before any
/// answer that the provider gave later.
final class KeyringWatch: Sendable {
    private typealias Names = SecretServiceNames

    private struct State {
        var told: (@Sendable (KeychainNews) -> Void)?
        var connection: BusConnection?
        var subscriptions: [BusWatch] = []
        var collection: String?
    }

    private let state = Mutex(State())
    /// What was read, while it is certain.
    let known = KnownRecords()
    /// Who reads many records of a collection.
    let readers = Turns<String>()

    /// Whether all that happens is heard.
    var isFollowing: Bool {
        state.withLock { $0.connection.map { !$0.isClosed } ?? false }
    }

    /// The path of the collection that was looked into last.
    var collection: String? { state.withLock(\.collection) }

    func note(collection: String) {
        state.withLock { $0.collection = collection }
    }

    func set(_ told: @escaping @Sendable (KeychainNews) -> Void) {
        state.withLock { $0.told = told }
    }

    /// Listens on a connection instead of the one before. What happened in between is not known.
    func follow(_ connection: BusConnection) async {
        guard state.withLock({ $0.told != nil && $0.connection !== connection }) else { return }
        var subscriptions: [BusWatch] = []
        for interface in [Names.collection, Names.service] {
            subscriptions.append(
                await connection.watchSignals(sender: Names.bus, interface: interface) { [weak self] signal in
                    self?.tell(KeyringWatch.news(of: signal))
                })
        }
        subscriptions.append(
            await connection.watchSignals(
                sender: Names.bus, interface: Names.properties, member: "PropertiesChanged",
                firstArgument: Names.collection
            ) { [weak self] signal in
                // Every new item changes a property too, and is told of by a signal of its own.
                let isAboutLock =
                    signal.message[1]?.dictionary?["Locked"] != nil
                    || signal.message[2]?.strings?.contains("Locked") == true
                if isAboutLock { self?.tell(.everything) }
            })
        subscriptions.append(
            await connection.watchOwner(of: Names.bus) { [weak self] in self?.tell(.everything) })
        state.withLock { state in
            state.connection = connection
            state.subscriptions = subscriptions
        }
        tell(.everything)
    }

    private func tell(_ news: KeychainNews) {
        known.note(news)
        state.withLock(\.told)?(news)
    }

    private static func news(of signal: BusSignal) -> KeychainNews {
        // ItemCreated, ItemChanged, ItemDeleted; all others are about collections.
        guard signal.interface == Names.collection, let item = signal.message[0]?.objectPath else { return .everything }
        return .record(StoredRecord.Reference(item))
    }
}
