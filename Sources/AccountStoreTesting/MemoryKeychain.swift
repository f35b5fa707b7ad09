import AccountModel
public import AccountStore
public import SecretBytes
import Synchronization

/// A keychain in memory, which can be told to fail.
///
/// It keeps what the real ones keep: attributes, label and secret of each record, in the order of creation. It counts
/// the calls of each operation, so that a test can tell that nothing was read or written.
///
/// ```swift
/// let keychain = MemoryKeychain()
/// keychain.fail(.secrets, with: KeychainError(.locked, "the keyring is locked"))
/// ```
///
/// It says nothing of what happens to it unless `tellsNews` is set: a store then reads it at each request.
public final class MemoryKeychain: Keychain {
    /// What a test can count, and have fail.
    public enum Operation: Hashable, Sendable, CaseIterable {
        /// Looking records up.
        case records
        /// Reading secrets.
        case secrets
        /// Making a record.
        case create
        /// Changing a record.
        case update
        /// Deleting a record.
        case delete
        /// Opening the keychain.
        case unlock
    }

    private struct Item: Sendable {
        var stored: StoredRecord
        var secret: SharedSecret
    }

    private struct State: Sendable {
        var items: [Item] = []
        var made = 0
        var isLocked = false
        var failures: [Operation: KeychainError] = [:]
        var failuresAfter: [Operation: Int] = [:]
        var dropped: Set<String> = []
        var calls: [Operation: Int] = [:]
        var told: (@Sendable (KeychainNews) -> Void)?
        var mark: UInt64 = 0
    }

    private let state = Mutex(State())
    private let turns = Turns<String>()
    /// The label of the collection that new records go to.
    public let place: String

    private let tellsNews: Bool

    /// An open keychain with nothing in it.
    public init(place: String = "Login", tellsNews: Bool = false) {
        self.place = place
        self.tellsNews = tellsNews
    }

    public func watch(_ told: @escaping @Sendable (KeychainNews) -> Void) async {
        state.withLock { $0.told = told }
    }

    public func mark() async -> KeychainMark? {
        tellsNews ? KeychainMark([state.withLock(\.mark)]) : nil
    }

    public func records(_ schema: RecordSchema) async throws(KeychainError) -> [StoredRecord] {
        try note(.records)
        return state.withLock { $0.items.map(\.stored).filter { $0.record.schema == schema } }
    }

    public func glance(at schemas: Set<RecordSchema>) async -> KeychainGlance {
        let (isLocked, failure, items) = state.withLock { ($0.isLocked, $0.failures[.records], $0.items) }
        var status = KeychainStatus(kind: "memory", provider: "a test", collection: place, state: .open)
        if let failure {
            status.state = failure.code == .unreachable ? .unreachable : .unknown
            return KeychainGlance(status: status, trouble: failure)
        }
        status.state = isLocked ? .locked : .open
        return KeychainGlance(
            status: status, records: items.map(\.stored).filter { schemas.contains($0.record.schema) },
            trouble: isLocked ? KeychainError(.locked, "the keychain “\(place)” is locked") : nil)
    }

    public func secrets(of records: [StoredRecord.Reference]) async throws(KeychainError) -> [SharedSecret] {
        try note(.secrets)
        let found = state.withLock { state in
            records.map { wanted in state.items.first { $0.stored.reference == wanted }?.secret }
        }
        guard found.allSatisfy({ $0 != nil }) else { throw KeychainError(.absent, "an item is gone") }
        return found.compactMap { $0 }
    }

    public func create(_ record: Record, secret: SharedSecret) async throws(KeychainError) -> StoredRecord.Reference {
        try note(.create)
        return add(record, secret: secret, place: place)
    }

    public func update(
        _ reference: StoredRecord.Reference, to record: Record, secret: SharedSecret?
    ) async throws(KeychainError) {
        try note(.update)
        var record = record
        let dropped = state.withLock(\.dropped)
        record.attributes = record.attributes.filter { !dropped.contains($0.key) }
        try change(reference) { [record] item in
            item.stored.record = record
            if let secret { item.secret = secret }
        }
        tell(.record(reference))
    }

    public func delete(_ reference: StoredRecord.Reference) async throws(KeychainError) {
        try note(.delete)
        let wasThere = state.withLock { state in
            let count = state.items.count
            state.items.removeAll { $0.stored.reference == reference }
            return state.items.count < count
        }
        guard wasThere else { throw KeychainError(.absent, "the item is gone") }
        tell(.record(reference))
    }

    public func isLocked() async throws(KeychainError) -> Bool {
        state.withLock { $0.isLocked }
    }

    public func lock() async throws(KeychainError) {
        state.withLock { $0.isLocked = true }
        tell(.everything)
    }

    public func unlock() async throws(KeychainError) {
        try note(.unlock)
        state.withLock { $0.isLocked = false }
        tell(.everything)
    }

    public func exclusively<Result: Sendable>(
        _ change: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await turns.take(place) {
            try Task.checkCancellation()
            return try await change()
        }
    }
}

/// For tests alone.
extension MemoryKeychain {
    /// Every later call of the operation throws `error`, after `successes` calls that still work; `nil` heals it.
    public func fail(_ operation: Operation, with error: KeychainError?, after successes: Int = 0) {
        state.withLock { state in
            state.failures[operation] = error
            state.failuresAfter[operation] = successes
        }
    }

    /// Every later call of any operation throws `error`; `nil` heals them.
    public func failEverything(with error: KeychainError?) {
        for operation in Operation.allCases { fail(operation, with: error) }
    }

    /// Every later change of a record loses the attribute, as in a keyring that keeps those alone that it knows.
    public func drop(attribute name: String) {
        state.withLock { _ = $0.dropped.insert(name) }
    }

    /// How often an operation was called, whether or not it worked.
    public func calls(_ operation: Operation) -> Int {
        state.withLock { $0.calls[operation] ?? 0 }
    }

    /// Puts a record there as another program would, past all rules and counts.
    @discardableResult
    public func plant(_ record: Record, secret: String, place: String? = nil) -> StoredRecord.Reference {
        add(record, secret: SharedSecret(SecretBytes(copying: secret.utf8)), place: place ?? self.place)
    }

    /// All records with their secrets as text, in the order of creation.
    public var contents: [(stored: StoredRecord, secret: String)] {
        state.withLock { $0.items }.map { item in (item.stored, item.secret.textForTests) }
    }

    /// Replaces a secret as another program would, of which this keychain tells nobody.
    public func replaceSecret(of reference: StoredRecord.Reference, with secret: String) throws(KeychainError) {
        let secret = SharedSecret(SecretBytes(copying: secret.utf8))
        try change(reference) { $0.secret = secret }
    }

    /// What another process leaves that changed something under the keychain's lock.
    public func leaveMark() {
        state.withLock { $0.mark += 1 }
    }

    /// Tells as if something had happened.
    public func tell(_ news: KeychainNews) {
        if tellsNews { state.withLock(\.told)?(news) }
    }

    private func note(_ operation: Operation) throws(KeychainError) {
        let failure = state.withLock { state -> KeychainError? in
            state.calls[operation, default: 0] += 1
            guard let failure = state.failures[operation] else { return nil }
            let left = state.failuresAfter[operation] ?? 0
            state.failuresAfter[operation] = max(left - 1, 0)
            return left > 0 ? nil : failure
        }
        if let failure { throw failure }
    }

    private func add(_ record: Record, secret: SharedSecret, place: String) -> StoredRecord.Reference {
        let reference = state.withLock { state in
            state.made += 1
            let reference = StoredRecord.Reference("/memory/\(state.made)")
            let stored = StoredRecord(reference: reference, record: record, place: place)
            state.items.append(Item(stored: stored, secret: secret))
            return reference
        }
        tell(.record(reference))
        return reference
    }

    private func change(_ reference: StoredRecord.Reference, _ body: (inout Item) -> Void) throws(KeychainError) {
        let wasThere = state.withLock { state in
            guard let index = state.items.firstIndex(where: { $0.stored.reference == reference }) else { return false }
            body(&state.items[index])
            return true
        }
        guard wasThere else { throw KeychainError(.absent, "the item is gone") }
    }
}
