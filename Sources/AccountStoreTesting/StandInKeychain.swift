public import AccountStore
public import SecretBytes

/// A keychain in front of another one, which does all but what is told otherwise.
///
/// ```swift
/// struct WithoutUpdates: StandInKeychain {
///     let keychain = MemoryKeychain()
///     func update(
///         _ reference: StoredRecord.Reference, to record: Record, secret: SharedSecret?
///     ) async throws(KeychainError) {
///         throw KeychainError(.failed, "there is no room")
///     }
/// }
/// ```
public protocol StandInKeychain: Keychain {
    /// The keychain that does the rest.
    var keychain: MemoryKeychain { get }
}

extension StandInKeychain {
    public func records(_ schema: RecordSchema) async throws(KeychainError) -> [StoredRecord] {
        try await keychain.records(schema)
    }

    public func glance(at schemas: Set<RecordSchema>) async -> KeychainGlance {
        await keychain.glance(at: schemas)
    }

    public func secrets(of records: [StoredRecord.Reference]) async throws(KeychainError) -> [SharedSecret] {
        try await keychain.secrets(of: records)
    }

    public func create(
        _ record: Record, secret: SharedSecret
    ) async throws(KeychainError) -> StoredRecord.Reference {
        try await keychain.create(record, secret: secret)
    }

    public func update(
        _ reference: StoredRecord.Reference, to record: Record, secret: SharedSecret?
    ) async throws(KeychainError) {
        try await keychain.update(reference, to: record, secret: secret)
    }

    public func delete(_ reference: StoredRecord.Reference) async throws(KeychainError) {
        try await keychain.delete(reference)
    }

    public func isLocked() async throws(KeychainError) -> Bool { try await keychain.isLocked() }
    public func lock() async throws(KeychainError) { try await keychain.lock() }
    public func unlock() async throws(KeychainError) { try await keychain.unlock() }

    public func exclusively<Result: Sendable>(
        _ change: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await keychain.exclusively(change)
    }
}
