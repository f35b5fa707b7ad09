internal import AccountModel
internal import AccountStore
internal import SecretBytes
internal import Synchronization
internal import VaultKeychain

/// The keychain that the configuration names, at each use: another one is in use as soon as the file says so, and none in
/// the place of one that cannot be reached.
final class ConfiguredKeychain: Keychain, KeychainChoice {
    /// The one that a change began with: it ends in the same, whatever the configuration says meanwhile.
    @TaskLocal private static var changing: KeychainKind?

    private let configured: @Sendable () throws(KeychainError) -> KeychainKind
    private let secretService: any Keychain
    private let vault: Result<VaultKeychain, KeychainError>
    let configuration: String?
    private let copied: CopiedStates
    private let watched = Mutex(Watched())

    private struct Watched {
        var told: (@Sendable (KeychainNews) -> Void)?
        /// Those whose watching has begun.
        var begun: Set<KeychainKind> = []
        /// Those of which no news is missed any more.
        var attached: Set<KeychainKind> = []
    }

    /// - Parameters:
    ///   - configuration: the file that `kind` is read from.
    ///   - state: the folder where it is remembered what was copied; `nil` where there is none.
    ///   - kind: asked at each use, and once for a change.
    init(
        secretService: any Keychain, vault: Result<VaultKeychain, KeychainError>, configuration: String?,
        state: String?, kind: @escaping @Sendable () throws(KeychainError) -> KeychainKind
    ) {
        self.secretService = secretService
        self.vault = vault
        self.configuration = configuration
        copied = CopiedStates(folder: state)
        configured = kind
    }

    /// Whether a vault is open in this process: an agent that ended would lock it.
    var holdsOpenVault: Bool { (try? vault.get())?.isOpen == true }

    // MARK: The choice

    func kindInUse() throws(KeychainError) -> KeychainKind {
        if let kind = ConfiguredKeychain.changing { return kind }
        return try configured()
    }

    func keychain(_ kind: KeychainKind) throws(KeychainError) -> any Keychain {
        switch kind {
        case .secretService: secretService
        case .vault: try vault.get()
        }
    }

    func choosing(_ kind: KeychainKind) -> String {
        configuration.map { ConfigurationChange(file: $0).step("keychain", kind.rawValue) }
            ?? kind.choosing
    }

    func copiedState(of kind: KeychainKind) -> String? { copied.state(of: kind) }

    func noteCopied(_ state: String, of kind: KeychainKind) throws(KeychainError) {
        try copied.note(state, of: kind)
    }

    private func inUse() throws(KeychainError) -> any Keychain {
        let kind = try kindInUse()
        let keychain = try keychain(kind)
        // One that came into use after the watching began. Until that is attached it gives no mark.
        if let told = begin(kind) { Task { await attach(keychain, kind, told) } }
        return keychain
    }

    /// Whom the watching of a keychain is to tell; `nil` where it has begun.
    private func begin(_ kind: KeychainKind) -> (@Sendable (KeychainNews) -> Void)? {
        watched.withLock { watched in
            watched.told.flatMap { watched.begun.insert(kind).inserted ? $0 : nil }
        }
    }

    private func attach(
        _ keychain: any Keychain, _ kind: KeychainKind, _ told: @escaping @Sendable (KeychainNews) -> Void
    ) async {
        await keychain.watch(told)
        watched.withLock { _ = $0.attached.insert(kind) }
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
            // Where the configuration cannot be read, none is named that may not be the one.
            let kind = (try? kindInUse())?.rawValue ?? ""
            return KeychainGlance(status: KeychainStatus(kind: kind, state: .unknown), trouble: error)
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

    var emptying: String? { (try? inUse())?.emptying }

    func forget() {
        (try? vault.get())?.forget()
        secretService.forget()
    }

    func watch(_ told: @escaping @Sendable (KeychainNews) -> Void) async {
        watched.withLock { $0 = Watched(told: told) }
        guard let kind = try? kindInUse(), let keychain = try? keychain(kind), let told = begin(kind) else { return }
        await attach(keychain, kind, told)
    }

    func mark() async -> KeychainMark? {
        // What would be remembered now would miss the news that come before the watching is attached.
        guard let keychain = try? inUse(), let kind = try? kindInUse(),
            watched.withLock({ $0.attached.contains(kind) })
        else { return nil }
        return await keychain.mark()
    }

    func noteUse() {
        (try? inUse())?.noteUse()
    }

    func exclusively<Result: Sendable>(
        _ change: @Sendable () async throws -> Result
    ) async throws -> Result {
        let kind = try kindInUse()
        return try await ConfiguredKeychain.$changing.withValue(kind) {
            try await inUse().exclusively(change)
        }
    }
}
