import AccountModel
import SecretBytes
import Synchronization

/// A keychain that remembers what it has read, for as long as that is certainly still so.
///
/// A request that finds everything remembered asks nobody. What is remembered goes with the first news of a change,
/// whoever made it, with the first sign of another process's work under the keychain's lock, and when somebody says
/// ``forget()``; a secret that nobody uses goes after a while. A change itself reads what it decides on anew.
/// A keychain that gives no mark is read at each request.
final class RememberingKeychain: Keychain {
    /// Whether the task is inside ``exclusively(_:)``.
    @TaskLocal private static var isChanging = false

    private let base: any Keychain
    private let kept = Mutex(KeptRecords())
    private let sweeper = Sweeper()
    private let forgetAfter: @Sendable () -> Duration
    /// Is told what was read of the records, old or new, and of every piece of news.
    private let watcher: ChangeWatch
    /// Is told once that a secret which is kept may reach swap.
    private let notice: Mutex<(@Sendable (String) -> Void)?>

    /// The keychain itself, for secrets that are looked at and not used: none of them is remembered.
    var unremembered: any Keychain { base }

    /// - Parameter forgetAfter: asked at each use; zero keeps no secret.
    init(
        _ base: any Keychain, watcher: ChangeWatch, notice: @escaping @Sendable (String) -> Void,
        forgetAfter: @escaping @Sendable () -> Duration
    ) {
        self.base = base
        self.watcher = watcher
        self.notice = Mutex(notice)
        self.forgetAfter = forgetAfter
    }

    func prepare() async {
        await base.watch { [weak self] in self?.note($0) }
        await base.prepare()
    }

    /// Drops everything, and keeps nothing of what is being read.
    func forget() {
        base.forget()
        kept.withLock { $0.note(.everything) }
    }

    /// Whether secrets may be kept from now on; those that are there go where they may not.
    func setKeepsSecrets(_ keeps: Bool) {
        if !keeps { base.forget() }
        kept.withLock { $0.keepsSecrets = keeps }
    }

    private func note(_ news: KeychainNews) {
        kept.withLock { $0.note(news) }
        watcher.wake()
    }

    /// The moment that a reading begins in; `nil` where nothing may be remembered.
    private func begin() async -> KeptRecords.Moment? {
        guard let mark = await base.mark() else { return nil }
        return kept.withLock { $0.check(mark) }
    }

    // MARK: Reading

    func records(_ schema: RecordSchema) async throws(KeychainError) -> [StoredRecord] {
        try await records([schema])
    }

    func records(_ schemas: Set<RecordSchema>) async throws(KeychainError) -> [StoredRecord] {
        if RememberingKeychain.isChanging { return try await base.records(schemas) }
        let moment = await begin()
        if moment != nil, let found = kept.withLock({ $0.records(of: schemas) }) { return found }
        let found = try await base.records(schemas)
        let isFirst = watcher.learn(found, of: schemas)
        let isCurrent = moment.map { moment in kept.withLock { $0.keep(found, of: schemas, readIn: moment) } } ?? false
        if isFirst && !isCurrent { watcher.wake() }
        return found
    }

    /// The records of some schemas, understood.
    func look(for schemas: Set<RecordSchema>) async throws(KeychainError) -> RecordLook {
        let moment = RememberingKeychain.isChanging ? nil : await begin()
        if moment != nil, let look = kept.withLock({ $0.look(for: schemas) }) { return look }
        let look = RecordLook(try await records(schemas))
        if let moment { kept.withLock { $0.keep(look, for: schemas, readIn: moment) } }
        return look
    }

    func secrets(of records: [StoredRecord.Reference]) async throws(KeychainError) -> [SharedSecret] {
        guard let (moment, span) = await beginKeeping() else { return try await base.secrets(of: records) }
        if let found = kept.withLock({ $0.secrets(of: records, at: .now, within: span) }) {
            base.noteUse()
            return found
        }
        let found = try await base.secrets(of: records)
        kept.withLock { $0.keep(found, of: records, readIn: moment, at: .now) }
        noteKept(found)
        return found
    }

    func secret(of record: StoredRecord) async throws(BrokerError) -> SharedSecret {
        try await RememberingKeychain.secret(of: record, from: self)
    }

    /// What an account signs with. It is kept as it is used, in place of the text that it was taken from.
    ///
    /// Throws `notConfigured` for a secret that is damaged or of a later release.
    func credential(of account: StoredAccount) async throws(BrokerError) -> AccountCredential {
        let reference = account.stored.reference
        let keeping = await beginKeeping()
        if let (_, span) = keeping,
            let found = kept.withLock({ $0.credential(of: reference, at: .now, within: span) })
        {
            base.noteUse()
            return found
        }
        let line = try await RememberingKeychain.secret(of: account.stored, from: base)
        let credential = try AccountCredential(line, of: account.secretName)
        if let (moment, _) = keeping {
            kept.withLock { $0.keep(credential, of: reference, readIn: moment, at: .now) }
            noteKept(credential.secrets)
        }
        return credential
    }

    private static func secret(
        of record: StoredRecord, from keychain: any Keychain
    ) async throws(BrokerError) -> SharedSecret {
        let secrets = try await inStoreTerms { () async throws(KeychainError) in
            try await keychain.secrets(of: [record.reference])
        }
        guard let secret = secrets.first else {
            throw BrokerError(.failed, "the keychain gave no secret for \(record.location)")
        }
        return secret
    }

    /// The moment that a reading of secrets begins in, and how long they are kept unused; `nil` where none may be kept.
    private func beginKeeping() async -> (KeptRecords.Moment, Duration)? {
        let span = forgetAfter()
        // What an earlier setting let in.
        if span <= .zero { kept.withLock { _ = $0.forget(usedBefore: .now) } }
        guard !RememberingKeychain.isChanging, span > .zero, let moment = await begin() else { return nil }
        return (moment, span)
    }

    private func noteKept(_ secrets: [SharedSecret]) {
        if secrets.contains(where: { !$0.isLocked && !$0.isEmpty }) { warnOfSwap() }
        sweep()
    }

    func glance(at schemas: Set<RecordSchema>) async -> KeychainGlance {
        await base.glance(at: schemas)
    }

    func isLocked() async throws(KeychainError) -> Bool {
        try await base.isLocked()
    }

    private func warnOfSwap() {
        let notice = notice.withLock { $0.take() }
        notice?("the limit on locked memory (ulimit -l) is used up: secrets may reach swap")
    }

    /// Sees to it that secrets go in time.
    private func sweep() {
        sweeper.begin { [weak self] in self?.nextDue() }
    }

    /// Drops what is due, and tells when the next secret will be; `nil` with the last one.
    private func nextDue() -> ContinuousClock.Instant? {
        let span = forgetAfter()
        return kept.withLock { $0.forget(usedBefore: .now - span) }.map { $0 + span }
    }

    func noteUse() {
        base.noteUse()
    }

    // MARK: Writing

    func create(_ record: Record, secret: SharedSecret) async throws(KeychainError) -> StoredRecord.Reference {
        defer { note(.everything) }
        return try await base.create(record, secret: secret)
    }

    func create(_ records: [NewRecord]) async throws(KeychainError) {
        defer { note(.everything) }
        try await base.create(records)
    }

    func update(
        _ reference: StoredRecord.Reference, to record: Record, secret: SharedSecret?
    ) async throws(KeychainError) {
        defer { note(.record(reference)) }
        try await base.update(reference, to: record, secret: secret)
    }

    func delete(_ reference: StoredRecord.Reference) async throws(KeychainError) {
        defer { note(.record(reference)) }
        try await base.delete(reference)
    }

    func lock() async throws(KeychainError) {
        defer { note(.everything) }
        try await base.lock()
    }

    func unlock() async throws(KeychainError) {
        try await base.unlock()
    }

    var passphrase: (any PassphraseProtected)? { base.passphrase }

    var emptying: String? { base.emptying }

    func exclusively<Result: Sendable>(
        _ change: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await base.exclusively {
            try await RememberingKeychain.$isChanging.withValue(true) { try await change() }
        }
    }
}
