internal import AccountModel
internal import AccountStore
internal import SecretBytes
internal import Synchronization
internal import VaultKeychain

/// The keychain that the configuration names, at each use: another one is in use as soon as the file says so, and none in
/// the place of one that cannot be reached.
final class ConfiguredKeychain: Keychain, KeychainChoice {
    private let kind: @Sendable () throws(KeychainError) -> KeychainKind
    private let secretService: any Keychain
    private let vault: Result<VaultKeychain, KeychainError>
    let configuration: String?
    private let watched = Mutex(Watched())

    private struct Watched {
        var told: (@Sendable (KeychainNews) -> Void)?
        var kinds: Set<KeychainKind> = []
    }

    /// - Parameters:
    ///   - configuration: the file that `kind` is read from.
    ///   - kind: asked at each use.
    init(
        secretService: any Keychain, vault: Result<VaultKeychain, KeychainError>, configuration: String?,
        kind: @escaping @Sendable () throws(KeychainError) -> KeychainKind
    ) {
        self.secretService = secretService
        self.vault = vault
        self.configuration = configuration
        self.kind = kind
    }

    /// Whether a vault is open in this process: an agent that ended would lock it.
    var holdsOpenVault: Bool { (try? vault.get())?.isOpen == true }

    // MARK: The choice

    func kindInUse() throws(KeychainError) -> KeychainKind { try kind() }

    func keychain(_ kind: KeychainKind) throws(KeychainError) -> any Keychain {
        switch kind {
        case .secretService: secretService
        case .vault: try vault.get()
        }
    }

    private func inUse() throws(KeychainError) -> any Keychain {
        let kind = try kind()
        let keychain = try keychain(kind)
        let told = watched.withLock { watched in
            watched.told.flatMap { watched.kinds.insert(kind).inserted ? $0 : nil }
        }
        // One that came into use after the watching began.
        if let told { Task { await keychain.watch(told) } }
        return keychain
    }

    // MARK: Keychain

    func prepare() async {
        await (try? inUse())?.prepare()
    }

    func records(_ schema: RecordSchema) async throws(KeychainError) -> [StoredRecord] {
        try await inUse().records(schema)
    }

    func records(_ schemas: Set<RecordSchema>) async throws(KeychainError) -> [StoredRecord] {
        try await inUse().records(schemas)
    }

    func glance(at schemas: Set<RecordSchema>) async -> KeychainGlance {
        let keychain: any Keychain
        do throws(KeychainError) {
            keychain = try inUse()
        } catch {
            let kind = (try? kind()) ?? .secretService
            return KeychainGlance(status: KeychainStatus(kind: kind.rawValue, state: .unknown), trouble: error)
        }
        return await keychain.glance(at: schemas)
    }

    func secrets(of records: [StoredRecord.Reference]) async throws(KeychainError) -> [SharedSecret] {
        try await inUse().secrets(of: records)
    }

    func create(
        _ record: Record, secret: SharedSecret
    ) async throws(KeychainError) -> StoredRecord.Reference {
        try await inUse().create(record, secret: secret)
    }

    func create(_ records: [NewRecord]) async throws(KeychainError) {
        try await inUse().create(records)
    }

    func update(
        _ reference: StoredRecord.Reference, to record: Record, secret: SharedSecret?
    ) async throws(KeychainError) {
        try await inUse().update(reference, to: record, secret: secret)
    }

    func delete(_ reference: StoredRecord.Reference) async throws(KeychainError) {
        try await inUse().delete(reference)
    }

    func isLocked() async throws(KeychainError) -> Bool {
        try await inUse().isLocked()
    }

    func lock() async throws(KeychainError) {
        try await inUse().lock()
    }

    func unlock() async throws(KeychainError) {
        try await inUse().unlock()
    }

    var passphrase: (any PassphraseProtected)? { (try? inUse())?.passphrase }

    func forget() {
        (try? vault.get())?.forget()
        secretService.forget()
    }

    func watch(_ told: @escaping @Sendable (KeychainNews) -> Void) async {
        let kind = try? kind()
        watched.withLock { watched in
            watched.told = told
            watched.kinds = kind.map { [$0] } ?? []
        }
        if let kind { await (try? keychain(kind))?.watch(told) }
    }

    func mark() -> KeychainMark? {
        (try? inUse())?.mark()
    }

    func exclusively<Result: Sendable>(
        _ change: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await inUse().exclusively(change)
    }
}
