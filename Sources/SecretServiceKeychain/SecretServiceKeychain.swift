internal import AccountModel
public import AccountStore
package import GLibBridge
public import SecretBytes

/// The keychain in the Secret Service: gnome-keyring, KWallet, KeePassXC.
///
/// Every record is an item of one collection, the one behind the `default` alias or one named by its label, with the
/// schema in `xdg:schema` and the secret as `text/plain`. No call waits for ever: what asks nobody has a limit of
/// seconds, the keyring's own question 120 s where there is a display and 10 s where there is none.
///
/// Collections are never made or removed, items of other schemas never given or written.
public final class SecretServiceKeychain: Keychain {
    let environment: [String: String]
    let wantedLabel: @Sendable () throws(KeychainError) -> String?
    let link: Link
    let others = OtherSessions()
    /// Gives the step that sets a key of the configuration to a value: a command, or a short sentence.
    let configuring: @Sendable (_ key: String, _ value: String) -> String

    /// - Parameters:
    ///   - environment: of the person's session: where the bus, the state folder and a display are looked up.
    ///   - collection: asked at each use for the label of the collection; nil or empty means the default alias.
    public convenience init(
        environment: [String: String],
        collection: @escaping @Sendable () throws(KeychainError) -> String? = { () throws(KeychainError) in nil }
    ) {
        self.init(environment: environment, limits: Limits(environment: environment), collection: collection)
    }

    /// - Parameters:
    ///   - thread: where the keyring's answers arrive.
    ///   - connection: the one to speak over while it lasts, where there is one. News of the keyring is then never behind a call that arrives
    ///     on it.
    ///   - configuring: gives the step that sets a key of the configuration to a value.
    package convenience init(
        environment: [String: String], thread: GLibThread, connection: BusConnection?,
        configuring: @escaping @Sendable (_ key: String, _ value: String) -> String,
        collection: @escaping @Sendable () throws(KeychainError) -> String?
    ) {
        self.init(
            environment: environment, limits: Limits(environment: environment), thread: thread,
            connection: connection, configuring: configuring, collection: collection)
    }

    init(
        environment: [String: String], limits: Limits, thread: GLibThread = GLibThread(name: "keyring"),
        connection: BusConnection? = nil,
        configuring: @escaping @Sendable (_ key: String, _ value: String) -> String = ConfigurationStep.setting(_:to:),
        collection: @escaping @Sendable () throws(KeychainError) -> String? = { () throws(KeychainError) in nil }
    ) {
        self.environment = environment
        wantedLabel = collection
        self.configuring = configuring
        link = Link(environment: environment, limits: limits, thread: thread, connection: connection)
    }

    /// Connects to the keyring and agrees with it on a key.
    public func prepare() async {
        _ = try? await link.session()
    }

    // MARK: - Reading

    public func records(_ schema: RecordSchema) async throws(KeychainError) -> [StoredRecord] {
        try await records([schema])
    }

    public func records(_ schemas: Set<RecordSchema>) async throws(KeychainError) -> [StoredRecord] {
        try await reporting { () async throws(ProviderError) in
            let provider = try await link.provider()
            try await meetOthers(at: provider)
            var look = try await look(for: schemas, at: provider)
            if look.lacksSome, try await hidesItsItems(look.collection, of: provider) {
                try await unlock(look.collection, of: provider)
                look = try await self.look(for: schemas, at: provider)
            }
            await link.note(look)
            return look.records
        }
    }

    public func secrets(of records: [StoredRecord.Reference]) async throws(KeychainError) -> [SharedSecret] {
        let paths = records.map(\.description)
        if paths.isEmpty { return [] }
        return try await reporting { () async throws(ProviderError) in
            var found = try await fetch(paths)
            // Providers leave out what is locked as well as what is gone.
            let missing = paths.filter { found[$0] == nil }
            if !missing.isEmpty {
                try await unlock(items: missing)
                found = try await fetch(paths)
            }
            let secrets = paths.compactMap { found[$0] }
            guard secrets.count == paths.count else { throw try await withheld() }
            return secrets
        }
    }

    public func isLocked() async throws(KeychainError) -> Bool {
        try await reporting { () async throws(ProviderError) in
            try await collection(of: link.provider()).isLocked
        }
    }

    // MARK: - Writing

    public func create(
        _ record: Record, secret: SharedSecret
    ) async throws(KeychainError) -> StoredRecord.Reference {
        try await reporting { () async throws(ProviderError) in
            let provider = try await link.provider()
            let collection = try await unlockedCollection(of: provider)
            let made = try await encrypting(secret) { encrypted async throws(ProviderError) in
                try await provider.createItem(
                    in: collection.path, label: record.label, attributes: record.itemAttributes, secret: encrypted)
            }
            if let path = made.path { return StoredRecord.Reference(path) }
            let answer = try await completed(made.prompt, of: provider, .collection(collection.name))
            guard let path = answer?.objectPath, path != SecretServiceNames.noObject else {
                throw ProviderError(KeychainError(.failed, "the keyring made no item and gave no reason"))
            }
            return StoredRecord.Reference(path)
        }
    }

    public func update(
        _ reference: StoredRecord.Reference, to record: Record, secret: SharedSecret?
    ) async throws(KeychainError) {
        let path = reference.description
        try await reporting { () async throws(ProviderError) in
            let provider = try await link.provider()
            let collection = try await unlockedCollection(of: provider)
            if let secret {
                try await encrypting(secret) { encrypted async throws(ProviderError) in
                    try await provider.setSecret(encrypted, of: path)
                }
            }
            // gnome-keyring writes its whole file for each of these.
            let certain = link.watch.known.records(at: [path])[path]?.record
            if certain?.attributes != record.attributes {
                try await write(record.itemAttributes, over: certain?.itemAttributes, to: path, of: provider)
            }
            if certain?.label != record.label {
                try await provider.setProperty("Label", of: path, to: .string(record.label))
            }
            // KWallet (5.103) takes a change of a locked wallet without a word, and forgets it.
            if try await provider.isLocked(collection.path, as: SecretServiceNames.collection) {
                throw ProviderError(
                    KeychainError(
                        .locked, "the keyring “\(collection.name)” was locked while it was written to",
                        nextStep: await provider.openingCommand()))
            }
        }
    }

    /// KeePassXC (2.7.4) keeps an attribute that is not given any more, and can keep none out: it gets an empty value,
    /// which stands for none.
    ///
    /// - Parameter former: the attributes until now, where they are certain: no look at what is left where nothing can be.
    private func write(
        _ attributes: [String: String], over former: [String: String]?, to path: String, of provider: Provider
    ) async throws(ProviderError) {
        try await provider.setProperty("Attributes", of: path, to: .stringDictionary(attributes))
        guard former.map({ $0.keys.contains { attributes[$0] == nil } }) ?? true else { return }
        let left = try await provider.attributes(of: path).keys.filter {
            attributes[$0] == nil && !SecretServiceNames.attributesOfKeePassXC.contains($0)
        }
        guard !left.isEmpty else { return }
        let emptied = attributes.merging(left.map { ($0, "") }) { given, _ in given }
        try await provider.setProperty("Attributes", of: path, to: .stringDictionary(emptied))
    }

    public func delete(_ reference: StoredRecord.Reference) async throws(KeychainError) {
        try await reporting { () async throws(ProviderError) in
            let provider = try await link.provider()
            let collection = try await unlockedCollection(of: provider)
            let prompt = try await provider.delete(reference.description)
            _ = try await completed(prompt, of: provider, .collection(collection.name))
        }
    }

    /// In every collection: `secret-tool` knows no single one.
    public var emptying: String? {
        let schemas = RecordSchema.allCases.map(\.rawValue).joined(separator: " ")
        return "for schema in \(schemas); do secret-tool clear xdg:schema $schema; done"
    }

    // MARK: - Locking

    public func lock() async throws(KeychainError) {
        try await reporting { () async throws(ProviderError) in
            let provider = try await link.provider()
            let collection = try await collection(of: provider)
            try await lock(collection, of: provider)
        }
    }

    public func unlock() async throws(KeychainError) {
        try await reporting { () async throws(ProviderError) in
            _ = try await unlockedCollection(of: link.provider())
        }
    }

    public func exclusively<Result: Sendable>(
        _ change: @Sendable () async throws -> Result
    ) async throws -> Result {
        let lock = try await StateLock(environment: environment).acquire()
        let known = link.watch.known
        known.beginChange(trace())
        // Other processes see by the mark that something was done, whatever came of it. The lock ends with its descriptor,
        // after this.
        defer {
            lock.leaveMark(in: others.here)
            known.endChange(trace())
        }
        return try await change()
    }
}
