internal import AccountStore
internal import GLibBridge

extension SecretServiceKeychain {
    /// Finds the collection, and the records that it has of some schemas.
    func look(for schemas: Set<RecordSchema>, at provider: Provider) async throws(ProviderError) -> Look {
        if try configuredLabel() == nil {
            var last = await link.lastLook
            if last == nil, let path = try await provider.collectionPath(alias: "default") {
                last = Look.Places(collection: path, items: [:])
            }
            if let last, let look = try await look(for: schemas, where: last, at: provider) { return look }
        }
        let collection = try await collection(of: provider)
        link.watch.note(collection: collection.path)
        let moment = try await begin(at: provider)
        let found = try await provider.search(collection.path, for: schemas)
        return try await completed(Look(collection: collection, found: found), since: moment, of: provider)
    }

    /// The alias mostly leads where it led the last time, to the same items: all is asked at once, which is one wait
    /// instead of four, and what has changed is asked for again. Nothing of the last look is believed but what is certain.
    ///
    /// - Returns: `nil` where the alias leads elsewhere.
    private func look(
        for schemas: Set<RecordSchema>, where last: Look.Places, at provider: Provider
    ) async throws(ProviderError) -> Look? {
        link.watch.note(collection: last.collection)
        let moment = try await begin(at: provider)
        let places = schemas.flatMap { last.items[$0] ?? [] }
        let certain = known.records(at: places)
        let uncertain = places.filter { certain[$0] == nil }
        // Many are worth the wait for somebody who reads them already.
        let expected = uncertain.count > Look.many ? [] : uncertain
        async let alias = provider.answer { (provider) async throws(ProviderError) in
            try await provider.collectionPath(alias: "default")
        }
        async let collection = provider.answer { (provider) async throws(ProviderError) in
            try await provider.collection(at: last.collection)
        }
        async let found = provider.answer { (provider) async throws(ProviderError) in
            try await provider.search(last.collection, for: schemas)
        }
        async let items = provider.answer { (provider) async throws(ProviderError) in
            try await provider.items(at: expected, failing: false)
        }
        let answers = await (alias, collection, found, items)
        do throws(ProviderError) {
            guard try answers.0.get() == last.collection else { return nil }
            var look = Look(collection: try answers.1.get(), found: try answers.2.get())
            look.add(try answers.3.get())
            return try await completed(look, since: moment, of: provider)
        } catch {
            guard error.cause == .noSuchObject else { throw error }
            return nil
        }
    }

    /// Adds the records that a look found and has not read. Many are read by one look at a time where the next one then
    /// knows them.
    private func completed(
        _ look: Look, since moment: KnownRecords.Moment, of provider: Provider
    ) async throws(ProviderError) -> Look {
        guard look.unread.count > Look.many, known.tellsAll != false else {
            return try await read(look, since: moment, of: provider)
        }
        return try await link.watch.readers.take(look.collection.path) { () async throws(ProviderError) in
            try await read(look, since: moment, of: provider)
        }
    }

    /// Reads what is missing in a look, and keeps what is certain to stay as it is until the keyring tells otherwise.
    ///
    /// What was known is looked up after the search: whatever happened before that was told of before its answer.
    private func read(
        _ look: Look, since moment: KnownRecords.Moment, of provider: Provider
    ) async throws(ProviderError) -> Look {
        let certain = known.records(at: look.unread)
        var look = look
        let wanted = look.unread.filter { certain[$0] == nil }
        let items = try await provider.items(at: wanted, failing: true)
        try await check(Set(wanted).subtracting(items.map(\.path)), of: look, at: provider)
        look.add(items)
        if !look.read.isEmpty, !look.collection.isLocked {
            if known.tellsAll == nil { known.note(tellsAll: await provider.isGnomeKeyring(), since: moment) }
            known.keep(look.read, readSince: moment)
        }
        look.read.merge(certain) { new, _ in new }
        return look
    }

    /// Throws where the provider goes on finding an item that it shows to nobody; what went away since the search is found no
    /// more.
    ///
    /// gnome-keyring (42.1) finds what another daemon made in the same files, but has an object on the bus only for what was there
    /// at its own start, or came by way of itself.
    private func check(
        _ hidden: Set<String>, of look: Look, at provider: Provider
    ) async throws(ProviderError) {
        guard !hidden.isEmpty else { return }
        let found = try await provider.search(look.collection.path, for: Set(look.found.keys))
        guard hidden.isDisjoint(with: found.values.joined()) else {
            // Of other programs it is not known why.
            let cause =
                await provider.isGnomeKeyring()
                ? "another session of yours stored it, and this session's keyring has to be started anew"
                : "it finds it, and gives nothing of it; its program may have to be started anew"
            throw ProviderError(
                KeychainError(
                    .unreachable, "the keyring “\(look.collection.name)” has an item that it does not show: \(cause)",
                    nextStep: await provider.openingCommand()))
        }
    }

    /// gnome-keyring (42.1) learns of a file that a person put in the place of another when it is asked for its collections,
    /// and not by a search in one.
    private func begin(at provider: Provider) async throws(ProviderError) -> KnownRecords.Moment {
        let moment = known.begin(trace())
        if moment.followsSilence { _ = try await provider.collectionPaths() }
        return moment
    }

    /// What was read before another session's change was met is of a file that is read anew now, of which nobody tells.
    func meetOthers(at provider: Provider) async throws(ProviderError) {
        guard await others.meet(at: provider, environment: environment) else { return }
        _ = try await provider.collectionPaths()
        known.note(.everything)
    }

    private var known: KnownRecords { link.watch.known }
}

/// What was found in one look.
struct Look: Sendable {
    /// Where it was found, to be asked for first the next time.
    struct Places: Sendable {
        var collection: String
        var items: [RecordSchema: [String]]
    }

    /// So many records are read by one at a time.
    fileprivate static let many = 16

    let collection: Provider.Collection
    /// The paths that the searches gave.
    let found: [RecordSchema: [String]]
    /// By path. One that went away since the search is not among them, and none that is not ours.
    var read: [String: StoredRecord] = [:]

    /// Whether one of the schemas has no item.
    var lacksSome: Bool { found.values.contains { $0.isEmpty } }

    fileprivate var unread: [String] { found.values.joined().filter { read[$0] == nil } }

    var records: [StoredRecord] {
        RecordSchema.allCases.flatMap { schema in
            (found[schema] ?? []).compactMap { read[$0] }.filter { $0.record.schema == schema }
        }
    }

    fileprivate mutating func add(_ items: [Provider.Item]) {
        for item in items { read[item.path] = StoredRecord(item, place: collection.name) }
    }
}

extension Provider {
    /// What a call gave, as a value, for calls that are made at the same time.
    fileprivate func answer<Value: Sendable>(
        to call: @Sendable (Provider) async throws(ProviderError) -> Value
    ) async -> Result<Value, ProviderError> {
        do throws(ProviderError) {
            return .success(try await call(self))
        } catch {
            return .failure(error)
        }
    }

    /// The paths of the items of each schema.
    fileprivate func search(
        _ collection: String, for schemas: Set<RecordSchema>
    ) async throws(ProviderError) -> [RecordSchema: [String]] {
        // Each answer is the result of a function and tells itself what it is for, here and below: Swift 6.3, when it
        // optimises, loses the first half of `(index, try await …)` in a child task.
        let answers = await withTaskGroup(of: Result<Found, ProviderError>.self) { group in
            for schema in schemas { group.addTask { await found(schema, in: collection) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var paths: [RecordSchema: [String]] = [:]
        for answer in answers {
            let found = try answer.get()
            paths[found.schema] = found.paths
        }
        return paths
    }

    private struct Found {
        let schema: RecordSchema
        let paths: [String]
    }

    private func found(_ schema: RecordSchema, in collection: String) async -> Result<Found, ProviderError> {
        await answer { (provider) async throws(ProviderError) in
            let attributes = [SecretServiceNames.schemaAttribute: schema.rawValue]
            return Found(schema: schema, paths: try await provider.search(collection, attributes: attributes))
        }
    }

    /// The items that are there, all asked for at once.
    ///
    /// - Parameter isFailing: whether to throw where an item cannot be read; else it is left out.
    fileprivate func items(
        at paths: [String], failing isFailing: Bool
    ) async throws(ProviderError) -> [Item] {
        let answers = await withTaskGroup(of: Result<Item, ProviderError>.self) { group in
            for path in paths { group.addTask { await itemOrError(at: path) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var items: [Item] = []
        for answer in answers {
            switch answer {
            case .success(let item): items.append(item)
            case .failure(let error): if isFailing && error.cause != .noSuchObject { throw error }
            }
        }
        return items
    }

    private func itemOrError(at path: String) async -> Result<Item, ProviderError> {
        await answer { (provider) async throws(ProviderError) in try await provider.item(at: path) }
    }
}
