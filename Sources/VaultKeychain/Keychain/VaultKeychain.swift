internal import AccountModel
public import AccountStore
internal import Dispatch
internal import OwnFiles
public import SecretBytes
internal import Synchronization

/// The keychain in one encrypted file, for machines without a Secret Service.
///
/// Nothing in it can be told without its passphrase, attributes neither. Once opened it stays so until it was not used for
/// a while, or until somebody says ``forget()``; meanwhile its attributes are in memory, and its secrets still sealed.
public final class VaultKeychain: Keychain {
    let environment: [String: String]
    let file: VaultFile
    let state = VaultState()
    let cost: ScryptCost
    let asking: any PassphraseAsking
    let forgetAfter: @Sendable () -> Duration
    let notice: @Sendable (String) -> Void
    let turns = Turns<String>()
    let sweeper = Sweeper()
    let watching = Mutex(Watching())
    let keyMaker: KeyMaker
    private let disk = DispatchQueue(label: "org.acctstore.vault")

    /// - Parameters:
    ///   - environment: of the person's session: where the vault, the lock and a systemd credential are looked up.
    ///   - asking: asks for the passphrase where a request needs it.
    ///   - notice: is told what the person should know, whoever asked: a line without a full stop.
    ///   - forgetAfter: asked again and again: how long it stays open without a use.
    ///
    /// Throws `notConfigured` where the environment does not tell the person's folders.
    public convenience init(
        environment: [String: String], asking: any PassphraseAsking, notice: @escaping @Sendable (String) -> Void,
        forgetAfter: @escaping @Sendable () -> Duration
    ) throws(KeychainError) {
        try self.init(
            environment: environment, asking: asking, cost: .today, pause: .seconds(1), notice: notice,
            forgetAfter: forgetAfter, reached: { _ in })
    }

    init(
        environment: [String: String], asking: any PassphraseAsking, cost: ScryptCost, pause: Duration = .zero,
        notice: @escaping @Sendable (String) -> Void = { _ in },
        forgetAfter: @escaping @Sendable () -> Duration = { .seconds(900) },
        reached: @escaping @Sendable (ReplacingStep) -> Void = { _ in }
    ) throws(KeychainError) {
        self.environment = environment
        self.asking = asking
        self.cost = cost
        self.notice = notice
        self.forgetAfter = forgetAfter
        keyMaker = KeyMaker(pause: pause)
        file = try VaultFile(environment: environment, reached: reached)
    }

    /// The file.
    public var path: String { file.path }

    /// Whether it is open in this process.
    public var isOpen: Bool { state.open != nil }

    // MARK: Reading

    public func records(_ schema: RecordSchema) async throws(KeychainError) -> [StoredRecord] {
        try await records([schema])
    }

    public func records(_ schemas: Set<RecordSchema>) async throws(KeychainError) -> [StoredRecord] {
        records(schemas, in: try await opened())
    }

    func records(_ schemas: Set<RecordSchema>, in open: OpenVault) -> [StoredRecord] {
        open.content.records.compactMap { sealed in
            guard let record = sealed.record, schemas.contains(record.schema) else { return nil }
            return StoredRecord(reference: sealed.reference, record: record, place: path)
        }
    }

    public func secrets(of records: [StoredRecord.Reference]) async throws(KeychainError) -> [SharedSecret] {
        if records.isEmpty { return [] }
        let content = try await opened().content
        noteUse()
        var secrets: [SharedSecret] = []
        for reference in records {
            let secret = try inKeychainTerms { () throws(FormatTrouble) in try content.secret(of: reference) }
            guard let secret else { throw VaultKeychain.absent }
            secrets.append(secret)
        }
        return secrets
    }

    public func glance(at schemas: Set<RecordSchema>) async -> KeychainGlance {
        var status = KeychainStatus(kind: KeychainKind.vault.rawValue, path: path, state: .unknown)
        do throws(KeychainError) {
            guard let open = try await current() else {
                status.state = .unopened
                return KeychainGlance(status: status, trouble: lockedError)
            }
            status.state = .open
            return KeychainGlance(status: status, records: records(schemas, in: open))
        } catch {
            status.state = error.code == .notMade ? .absent : .unknown
            return KeychainGlance(status: status, trouble: error)
        }
    }

    public func isLocked() async throws(KeychainError) -> Bool {
        try await current() == nil
    }

    // MARK: Locking

    public func lock() async throws(KeychainError) {
        forget()
    }

    public func unlock() async throws(KeychainError) {
        _ = try await opened()
    }

    public func forget() {
        if state.close() { tell(.everything) }
    }

    public func exclusively<Result: Sendable>(
        _ change: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await whileOpen {
            while true {
                // Before the lock: a person may take minutes to answer, and every other change would wait for that.
                _ = try await opened()
                let result: Result? = try await underLock {
                    // Told to close, or given another passphrase, while the lock was waited for.
                    guard try await current() != nil else { return nil }
                    return try await change()
                }
                if let result { return result }
            }
        }
    }

    /// Runs a change of the file under the lock of all keychains, whether or not it is open.
    func underLock<Result: Sendable>(_ change: @Sendable () async throws -> Result) async throws -> Result {
        let lock = try await StateLock(environment: environment).acquire()
        state.beginChange()
        defer {
            if state.endChange() { tell(.everything) }
            lock.leaveMark()
        }
        return try await change()
    }
}

extension VaultKeychain {
    static let absent = KeychainError(.absent, "a record of the vault is gone")

    var lockedError: KeychainError {
        KeychainError(.locked, "the vault \(path) is locked", nextStep: "acctstore unlock")
    }

    /// Runs a step that waits for the disk on a thread that may: one at a time.
    func onDisk<Result: Sendable, Failure: Error>(
        _ step: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await disk.run(step)
    }

    func inKeychainTerms<Result>(_ step: () throws(FormatTrouble) -> Result) throws(KeychainError) -> Result {
        do throws(FormatTrouble) {
            return try step()
        } catch {
            throw KeychainError(error, of: path)
        }
    }
}
