import SecretBytes

/// What is remembered of a keychain, and when it stops to be true. Pure: the clock is a parameter.
///
/// Two things can make it old: news of the keychain, which comes by itself (``note(_:)``), and a mark that differs
/// from the one that was there before the reading (``check(_:)``). What was being read meanwhile is not remembered.
struct KeptRecords: Sendable {
    /// A moment between two pieces of news; what is read in one and arrives in another is not kept.
    struct Moment: Hashable, Sendable {
        fileprivate let count: UInt64
        fileprivate let mark: KeychainMark
    }

    /// The one copy that is kept of a record's secret.
    private enum Content: Sendable {
        /// As it lies in the keychain.
        case line(SharedSecret)
        /// Taken apart, which costs as much as a signature.
        case credential(AccountCredential)
    }

    private struct KeptSecret: Sendable {
        var content: Content
        var lastUse: ContinuousClock.Instant
    }

    /// Each secret takes locked pages, of which a user has but a few MB: these are for the accounts in use.
    static let mostSecrets = 64

    private var count: UInt64 = 0
    private var mark: KeychainMark?
    private var records: [RecordSchema: [StoredRecord]] = [:]
    /// The same, understood. Of few kinds: each operation looks for the schemas that it needs.
    private var looks: [Set<RecordSchema>: RecordLook] = [:]
    private var secrets: [StoredRecord.Reference: KeptSecret] = [:]
    /// False while the machine goes to sleep: what is read then is for its request alone.
    var keepsSecrets = true {
        didSet { if !keepsSecrets { note(.everything) } }
    }

    /// The moment that a request begins in. Drops all that was read under another mark.
    mutating func check(_ mark: KeychainMark) -> Moment {
        if mark != self.mark { note(.everything) }
        self.mark = mark
        return Moment(count: count, mark: mark)
    }

    mutating func note(_ news: KeychainNews) {
        count += 1
        records = [:]
        looks = [:]
        switch news {
        case .record(let reference): secrets[reference] = nil
        case .everything: secrets = [:]
        }
    }

    // MARK: Records

    func records(of schemas: Set<RecordSchema>) -> [StoredRecord]? {
        var found: [StoredRecord] = []
        for schema in RecordSchema.allCases where schemas.contains(schema) {
            guard let kept = records[schema] else { return nil }
            found += kept
        }
        return found
    }

    /// Whether they are kept: not where something happened since the moment.
    @discardableResult
    mutating func keep(_ found: [StoredRecord], of schemas: Set<RecordSchema>, readIn moment: Moment) -> Bool {
        guard moment == now else { return false }
        for schema in schemas { records[schema] = found.filter { $0.record.schema == schema } }
        return true
    }

    func look(for schemas: Set<RecordSchema>) -> RecordLook? { looks[schemas] }

    mutating func keep(_ look: RecordLook, for schemas: Set<RecordSchema>, readIn moment: Moment) {
        guard moment == now else { return }
        looks[schemas] = look
    }

    // MARK: Secrets

    mutating func secrets(
        of references: [StoredRecord.Reference], at time: ContinuousClock.Instant, within span: Duration
    ) -> [SharedSecret]? {
        var found: [SharedSecret] = []
        for reference in references {
            guard case .line(let secret) = content(of: reference, at: time, within: span) else { return nil }
            found.append(secret)
        }
        for reference in references { secrets[reference]?.lastUse = time }
        return found
    }

    mutating func keep(
        _ found: [SharedSecret], of references: [StoredRecord.Reference], readIn moment: Moment,
        at time: ContinuousClock.Instant
    ) {
        guard found.count == references.count else { return }
        for (reference, secret) in zip(references, found) {
            keep(.line(secret), of: reference, readIn: moment, at: time)
        }
    }

    mutating func credential(
        of reference: StoredRecord.Reference, at time: ContinuousClock.Instant, within span: Duration
    ) -> AccountCredential? {
        guard case .credential(let credential) = content(of: reference, at: time, within: span) else { return nil }
        secrets[reference]?.lastUse = time
        return credential
    }

    mutating func keep(
        _ credential: AccountCredential, of reference: StoredRecord.Reference, readIn moment: Moment,
        at time: ContinuousClock.Instant
    ) {
        keep(.credential(credential), of: reference, readIn: moment, at: time)
    }

    /// What is kept, and was used within the span.
    private mutating func content(
        of reference: StoredRecord.Reference, at time: ContinuousClock.Instant, within span: Duration
    ) -> Content? {
        guard let kept = secrets[reference] else { return nil }
        if kept.lastUse > time - span { return kept.content }
        secrets[reference] = nil
        return nil
    }

    private mutating func keep(
        _ content: Content, of reference: StoredRecord.Reference, readIn moment: Moment,
        at time: ContinuousClock.Instant
    ) {
        guard moment == now, keepsSecrets else { return }
        if secrets[reference] == nil, secrets.count >= KeptRecords.mostSecrets { forgetOldest() }
        secrets[reference] = KeptSecret(content: content, lastUse: time)
    }

    private mutating func forgetOldest() {
        let oldest = secrets.min { $0.value.lastUse < $1.value.lastUse }
        if let oldest { secrets[oldest.key] = nil }
    }

    /// Drops the secrets that nobody has used since then; gives the last use of the next one to go.
    @discardableResult
    mutating func forget(usedBefore limit: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        secrets = secrets.filter { $0.value.lastUse > limit }
        return secrets.values.map(\.lastUse).min()
    }

    private var now: Moment? { mark.map { Moment(count: count, mark: $0) } }
}
