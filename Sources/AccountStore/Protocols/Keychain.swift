public import AccountModel
public import SecretBytes

/// Where records are kept: attributes that anybody may read, and a secret.
///
/// A keychain keeps what it is given and decides nothing: which record is whose, and when one is replaced, is settled
/// above it. Reads never write. Absent, locked and unreachable are three different answers.
public protocol Keychain: Sendable {
    /// Begins what the first request would wait for. Asks nobody, unlocks and changes nothing, and tells no trouble: it
    /// is for the request that meets it.
    func prepare() async

    /// Every record of a schema, with its attributes and without its secret.
    ///
    /// A store that cannot tell its records while it is locked is unlocked first, which may ask the person.
    /// Records that are not of this schema are never given.
    func records(_ schema: RecordSchema) async throws(KeychainError) -> [StoredRecord]

    /// The records of several schemas, as they are at one moment where the store can do that: one look costs less than
    /// one for each.
    func records(_ schemas: Set<RecordSchema>) async throws(KeychainError) -> [StoredRecord]

    /// What can be seen of the records of some schemas without unlocking, asking or changing anything.
    func glance(at schemas: Set<RecordSchema>) async -> KeychainGlance

    /// The secrets of records, in the order asked, fetched in one go. Unlocks first where that is needed.
    ///
    /// Throws `absent` where one of the records is gone.
    func secrets(of records: [StoredRecord.Reference]) async throws(KeychainError) -> [SharedSecret]

    /// Makes a record beside whatever there is: the caller has made sure that there is none of the same identity.
    func create(_ record: Record, secret: SharedSecret) async throws(KeychainError) -> StoredRecord.Reference

    /// Makes several records, in one step where the store can do that.
    func create(_ records: [NewRecord]) async throws(KeychainError)

    /// Changes a record in place: first the secret (`nil` leaves it), then the attributes, then the label.
    func update(
        _ reference: StoredRecord.Reference, to record: Record, secret: SharedSecret?
    ) async throws(KeychainError)

    /// Deletes one record. Throws `absent` where it is gone already.
    func delete(_ reference: StoredRecord.Reference) async throws(KeychainError)

    /// Whether the store is locked, without changing that.
    func isLocked() async throws(KeychainError) -> Bool
    /// Locks the store. What is locked already stays so, and what is not there is not locked.
    func lock() async throws(KeychainError)
    /// Opens the store, asking the person by the store's own means. Throws `locked` where nobody can answer within the
    /// keychain's limit, `cancelled` where the question was dismissed.
    func unlock() async throws(KeychainError)

    /// What opens it where acctstore itself asks for its passphrase; `nil` for a store that asks by its own means.
    var passphrase: (any PassphraseProtected)? { get }

    /// A command by which the person, whom nothing asks then, leaves nothing of ours in it; `nil` where there is none.
    var emptying: String? { get }

    /// Drops what is kept in memory to read secrets with, so that they have to be opened again. For a store that keeps
    /// nothing of the kind this does nothing, and it locks the store for nobody else.
    func forget()

    /// Tells `told` of whatever makes what was read before old, whoever did it; from when this returns, for as long as the
    /// keychain lasts. Does nothing where a keychain cannot tell, which then gives no ``mark()``.
    func watch(_ told: @escaping @Sendable (KeychainNews) -> Void) async

    /// Tells one state of the records from the next to somebody who is told the news all along: while it stays the same and
    /// nothing is told, what was read stands. `nil` while that cannot be promised.
    ///
    /// It is asked for at each request, so it waits for nobody but the disk.
    func mark() async -> KeychainMark?

    /// What was read here before was used for somebody who may: a store that closes by itself when it is not used counts
    /// from then on.
    func noteUse()

    /// Runs `change` while no other process and no other task changes records: read, decide and write in it.
    ///
    /// A store with a ``passphrase`` is opened before anybody has to wait for the change.
    func exclusively<Result: Sendable>(
        _ change: @Sendable () async throws -> Result
    ) async throws -> Result
}

extension Keychain {
    public func prepare() async {}

    public var passphrase: (any PassphraseProtected)? { nil }

    public var emptying: String? { nil }

    public func forget() {}

    public func watch(_ told: @escaping @Sendable (KeychainNews) -> Void) async {}

    public func mark() async -> KeychainMark? { nil }

    public func noteUse() {}

    public func records(_ schemas: Set<RecordSchema>) async throws(KeychainError) -> [StoredRecord] {
        var found: [StoredRecord] = []
        for schema in schemas { found += try await records(schema) }
        return found
    }

    public func create(_ records: [NewRecord]) async throws(KeychainError) {
        for new in records { _ = try await create(new.record, secret: new.secret) }
    }
}

/// A record that is to be made.
public struct NewRecord: Sendable {
    /// What is kept beside the secret.
    public var record: Record
    /// Its secret.
    public var secret: SharedSecret

    /// Makes a value of its parts. Nothing is stored by that.
    public init(_ record: Record, secret: SharedSecret) {
        self.record = record
        self.secret = secret
    }
}

/// What happened to a keychain that is watched.
public enum KeychainNews: Hashable, Sendable {
    /// A record was made, changed or deleted; maybe none of ours.
    case record(StoredRecord.Reference)
    /// It was opened or locked, it is another one, or another program keeps it.
    case everything
}

/// A state of a keychain, to be compared and nothing else.
public struct KeychainMark: Hashable, Sendable {
    private let value: [UInt64]

    /// A state that these numbers tell from every other one of the same keychain.
    public init(_ value: [UInt64]) {
        self.value = value
    }
}

/// The kinds of record, by the schema name that the Secret Service keeps as `xdg:schema`.
public enum RecordSchema: String, Hashable, Sendable, CaseIterable {
    /// An account; its secret is the credential.
    case account = "org.acctstore.Account"
    /// An app; its secret is the consumer secret.
    case app = "org.acctstore.App"
    /// A remembered answer; nothing in it is secret.
    case grant = "org.acctstore.Grant"
    /// The default account and the next number; there is one.
    case settings = "org.acctstore.Settings"
}

/// What is kept of a record beside its secret.
public struct Record: Hashable, Sendable {
    /// The kind of record.
    public var schema: RecordSchema
    /// Not secret. UTF-8 without NUL. `xdg:schema` is not among them.
    public var attributes: [String: String]
    /// What a keyring's own window shows: `@alice (twitter)`.
    public var label: String

    /// Makes a record of its parts. Nothing is stored by that.
    public init(schema: RecordSchema, attributes: [String: String], label: String) {
        self.schema = schema
        self.attributes = attributes
        self.label = label
    }
}

/// A record as it was found.
public struct StoredRecord: Hashable, Sendable {
    /// Names a record within its keychain: the object path in the Secret Service.
    public struct Reference: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        /// Names a record as ``description`` does.
        public init(_ description: String) {
            self.description = description
        }
    }

    /// Names it to its keychain.
    public var reference: Reference
    /// With attributes that the store may have added of its own.
    public var record: Record
    /// Where it lies, for messages: the label of the collection.
    public var place: String

    /// Makes a value of its parts.
    public init(reference: Reference, record: Record, place: String) {
        self.reference = reference
        self.record = record
        self.place = place
    }
}

/// What a keychain shows without being opened.
public struct KeychainGlance: Sendable {
    /// Whether the keychain is open.
    public var status: KeychainStatus
    /// Those that can be seen.
    public var records: [StoredRecord]
    /// Why not all can be seen, or why their secrets could not be read; `nil` for a keychain that is open.
    public var trouble: KeychainError?

    /// Makes a glance of its parts.
    public init(status: KeychainStatus, records: [StoredRecord] = [], trouble: KeychainError? = nil) {
        self.status = status
        self.records = records
        self.trouble = trouble
    }
}

/// Why a keychain did not do what was asked.
public struct KeychainError: Error, Hashable, Sendable {
    /// The kinds of trouble.
    public enum Code: Hashable, Sendable {
        /// Locked, and it stayed locked.
        case locked
        /// The person dismissed the keychain's own question.
        case cancelled
        /// No bus, no provider, or one that went away.
        case unreachable
        /// The record is not there.
        case absent
        /// There is no collection to keep records in, or none with the configured name.
        case notConfigured
        /// The store was not made yet: the first that is kept makes it.
        case notMade
        /// The file of the lock, or of the store, cannot be used.
        case file
        /// What was given cannot be taken.
        case refused
        /// Something else.
        case failed
    }

    /// The kind of trouble.
    public var code: Code
    /// One line for the person, without a full stop.
    public var message: String
    /// A command that works when pasted, or a short sentence.
    public var nextStep: String?

    /// Makes an error of its code, what happened, and how to go on.
    public init(_ code: Code, _ message: String, nextStep: String? = nil) {
        self.code = code
        self.message = message
        self.nextStep = nextStep
    }
}
