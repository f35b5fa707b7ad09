internal import AccountStore
internal import GLibBridge
internal import SecretBytes

extension SecretServiceKeychain {
    /// Runs the steps of one request and tells the caller what became of it in the caller's own terms.
    func reporting<Result: Sendable>(
        _ steps: () async throws(ProviderError) -> Result
    ) async throws(KeychainError) -> Result {
        do throws(ProviderError) {
            return try await steps()
        } catch {
            throw error.error
        }
    }

    /// The collection that records are kept in: found anew each time, since the person may choose another.
    func collection(of provider: Provider) async throws(ProviderError) -> Provider.Collection {
        if let wanted = try configuredLabel() { return try await collection(labelled: wanted, of: provider) }
        // The alias's own object is not used: KeePassXC exports none.
        if let path = try await provider.collectionPath(alias: "default") {
            do throws(ProviderError) {
                let collection = try await provider.collection(at: path)
                await link.noteDefaultCollection(path)
                return collection
            } catch {
                guard error.cause == .noSuchObject else { throw error }
            }
        }
        throw await noCollection("the keyring has no default collection", labels(of: provider), provider)
    }

    /// The label that the person's configuration names; nil for the collection behind the default alias.
    private func configuredLabel() throws(ProviderError) -> String? {
        do throws(KeychainError) {
            return try wantedLabel().flatMap { $0.isEmpty ? nil : $0 }
        } catch {
            throw ProviderError(error)
        }
    }

    private func collection(labelled wanted: String, of provider: Provider) async throws(ProviderError)
        -> Provider.Collection
    {
        var labels: [String] = []
        for path in try await provider.collectionPaths() {
            // One that goes away during the look is not the one.
            guard let collection = try? await provider.collection(at: path) else { continue }
            if collection.label == wanted { return collection }
            labels.append(collection.label)
        }
        throw await noCollection("the keyring has no collection labelled “\(wanted)”", labels, provider)
    }

    private func labels(of provider: Provider) async -> [String] {
        var labels: [String] = []
        for path in (try? await provider.collectionPaths()) ?? [] {
            if let collection = try? await provider.collection(at: path) { labels.append(collection.label) }
        }
        return labels
    }

    /// Names the collections there are, and how to choose one.
    private func noCollection(_ what: String, _ labels: [String], _ provider: Provider) async -> ProviderError {
        // gnome-keyring's collection for one session has no label, and is no place to keep an account.
        let named = labels.filter { !$0.isEmpty }.sorted()
        guard let example = named.first else {
            return ProviderError(
                KeychainError(.notConfigured, "\(what), nor any other", nextStep: await provider.openingCommand()))
        }
        let list = named.map { "“\($0)”" }.joined(separator: ", ")
        return ProviderError(
            KeychainError(
                .notConfigured, "\(what); there is \(list)",
                nextStep: "Put collection=\(example) under [acctstore] in acctstore.conf."))
    }

    /// The collection and the paths of what it has of a schema.
    ///
    /// The alias mostly leads where it led the last time: all is asked at once about that collection, which is one wait
    /// instead of three.
    func look(
        for schema: RecordSchema, at provider: Provider
    ) async throws(ProviderError) -> (Provider.Collection, [String]) {
        if let path = await link.lastDefaultCollection, try configuredLabel() == nil {
            async let alias = provider.answer { (provider) async throws(ProviderError) in
                try await provider.collectionPath(alias: "default")
            }
            async let collection = provider.answer { (provider) async throws(ProviderError) in
                try await provider.collection(at: path)
            }
            async let found = provider.answer { (provider) async throws(ProviderError) in
                try await provider.search(path, schema)
            }
            let answers = await (alias, collection, found)
            do throws(ProviderError) {
                if try answers.0.get() == path { return (try answers.1.get(), try answers.2.get()) }
            } catch {
                guard error.cause == .noSuchObject else { throw error }
            }
        }
        let collection = try await collection(of: provider)
        return (collection, try await provider.search(collection.path, schema))
    }

    /// Whether a search that found nothing in this collection proves nothing.
    ///
    /// A gnome-keyring collection that was never opened since its daemon started has hashed attributes, in which no
    /// schema is found; once opened, its items are found even when it is locked again. Others show no items at all.
    func hidesItsItems(
        _ collection: Provider.Collection, of provider: Provider
    ) async throws(ProviderError) -> Bool {
        guard collection.isLocked else { return false }
        guard let path = collection.items.first, let item = try? await provider.item(at: path) else { return true }
        return item.attributes.isEmpty || item.attributes.keys.contains { $0.hasPrefix("gkr:compat:hashed:") }
    }

    /// The items, all asked for at once. One that went away since the search is left out.
    func items(at paths: [String], of provider: Provider) async throws(ProviderError) -> [Provider.Item] {
        // Each answer is the result of a function and tells its path itself: Swift 6.3, when it optimises, loses the
        // first half of `(index, try await …)` in a child task.
        let answers = await withTaskGroup(of: Result<Provider.Item, ProviderError>.self) { group in
            for path in paths {
                group.addTask {
                    await provider.answer { provider async throws(ProviderError) in try await provider.item(at: path) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var items: [String: Provider.Item] = [:]
        for answer in answers {
            switch answer {
            case .success(let item): items[item.path] = item
            case .failure(let error): if error.cause != .noSuchObject { throw error }
            }
        }
        return paths.compactMap { items[$0] }
    }

    /// The secrets of those items that are there and open, by path.
    func fetch(_ paths: [String]) async throws(ProviderError) -> [String: SharedSecret] {
        let provider = try await link.provider()
        return try await withSession { session async throws(ProviderError) in
            let encrypted: [String: Variant]
            do throws(ProviderError) {
                encrypted = try await provider.secrets(of: paths, session: session.path)
            } catch {
                // Some providers refuse all for one that is locked or gone; which, is looked at by the caller.
                guard error.cause == .isLocked || error.cause == .noSuchObject else { throw error }
                return [:]
            }
            var secrets: [String: SharedSecret] = [:]
            for (path, secret) in encrypted { secrets[path] = try session.opened(secret) }
            return secrets
        }
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

    fileprivate func search(_ collection: String, _ schema: RecordSchema) async throws(ProviderError) -> [String] {
        try await search(collection, attributes: [SecretServiceNames.schemaAttribute: schema.rawValue])
    }
}

extension SecretSession {
    fileprivate func opened(_ secret: Variant) throws(ProviderError) -> SharedSecret {
        let decrypted: SharedSecret?
        do throws(GLibError) { decrypted = try decrypt(secret) } catch { throw ProviderError(error) }
        guard let decrypted else { throw .unreadableSecret }
        return decrypted
    }
}
