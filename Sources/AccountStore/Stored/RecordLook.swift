import AccountModel

/// What one look at the keychain found, of the kinds that were looked for.
struct RecordLook: Sendable {
    let accounts: AccountSet
    let settings: StoredSettings
    let grants: [StoredGrant]

    init(_ records: [StoredRecord]) {
        func all(_ schema: RecordSchema) -> [StoredRecord] { records.filter { $0.record.schema == schema } }
        settings = StoredSettings(all(.settings))
        accounts = AccountSet(all(.account), default: settings.defaultID)
        grants = all(.grant).compactMap(StoredGrant.init)
    }
}
