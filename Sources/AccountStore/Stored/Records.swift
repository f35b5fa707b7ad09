import AccountModel
import SecretBytes

/// The keychain in the store's own terms: accounts, apps, grants and settings instead of attributes.
///
/// What it reads is as old as the read. Whoever writes reads again inside ``Keychain/changing(_:)``.
struct Records: Sendable {
    let keychain: RememberingKeychain

    /// All accounts, without knowing which is the default.
    func accounts() async throws(BrokerError) -> AccountSet {
        try await look(for: [.account]).accounts
    }

    func accountsAndSettings() async throws(BrokerError) -> (AccountSet, StoredSettings) {
        let look = try await look(for: [.account, .settings])
        return (look.accounts, look.settings)
    }

    /// Several kinds of record in one look: the keychain is another process, and waiting for it is what a look costs.
    func look(for schemas: Set<RecordSchema>) async throws(BrokerError) -> RecordLook {
        try await inStoreTerms { () async throws(KeychainError) in try await keychain.look(for: schemas) }
    }

    func apps() async throws(BrokerError) -> [StoredApp] {
        try await all(.app).compactMap(StoredApp.init)
    }

    func grants() async throws(BrokerError) -> [StoredGrant] {
        try await all(.grant).compactMap(StoredGrant.init)
    }

    func settings() async throws(BrokerError) -> StoredSettings {
        StoredSettings(try await all(.settings))
    }

    func credential(of account: StoredAccount) async throws(BrokerError) -> AccountCredential {
        try await keychain.credential(of: account)
    }

    func credential(of app: StoredApp) async throws(BrokerError) -> AppCredential {
        try AppCredential(try await secret(of: app.stored), of: app.secretName)
    }

    func secret(of record: StoredRecord) async throws(BrokerError) -> SharedSecret {
        try await keychain.secret(of: record)
    }

    private func all(_ schema: RecordSchema) async throws(BrokerError) -> [StoredRecord] {
        try await inStoreTerms { () async throws(KeychainError) in try await keychain.records(schema) }
    }
}

/// Writes. Only inside ``Keychain/changing(_:)``, after reading there.
extension Records {
    /// The secret of a record that has none of its own.
    static var plainSecret: SharedSecret {
        var line = JSONLine()
        line.add("version", SecretLine.version)
        return line.finish()
    }

    func create(_ record: Record, secret: SharedSecret) async throws(BrokerError) -> StoredRecord.Reference {
        try await inStoreTerms { () async throws(KeychainError) in try await keychain.create(record, secret: secret) }
    }

    /// Changes a record in place. The caller has looked at the version that its secret has.
    func update(
        _ stored: StoredRecord, to record: Record, secret: SharedSecret? = nil
    ) async throws(BrokerError) {
        try await inStoreTerms { () async throws(KeychainError) in
            try await keychain.update(stored.reference, to: record, secret: secret)
        }
    }

    func delete(_ stored: StoredRecord) async throws(BrokerError) {
        try await inStoreTerms { () async throws(KeychainError) in try await keychain.delete(stored.reference) }
    }

    /// Throws `notConfigured` for a record that a later release wrote, whose secret is otherwise not needed.
    func checkVersion(of stored: StoredRecord, _ name: RecordName) async throws(BrokerError) {
        _ = try SecretLine(try await secret(of: stored), texts: [], of: name)
    }

    /// Throws `notConfigured` for a record that a later release wrote. A damaged one may go: it would stay for ever, and a
    /// grant in force with it.
    func checkRemovable(_ stored: StoredRecord, _ name: RecordName) async throws(BrokerError) {
        let secret = try await secret(of: stored)
        if SecretLine.isOfLaterRelease(secret) { _ = try SecretLine(secret, texts: [], of: name) }
    }

    /// Writes the settings, and thereby learns that the keychain can be written.
    func save(_ settings: StoredSettings) async throws(BrokerError) {
        try settings.checkSingle()
        guard let stored = settings.stored else {
            _ = try await create(settings.record, secret: Records.plainSecret)
            return
        }
        try await checkVersion(of: stored, RecordName(description: StoredSettings.secretName, place: stored.location))
        try await update(stored, to: settings.record)
    }
}
