internal import AccountModel
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
            throw error.told(configuring)
        }
    }

    /// The collection that records are kept in: found anew each time, since the person may choose another.
    func collection(of provider: Provider) async throws(ProviderError) -> Provider.Collection {
        if let wanted = try configuredLabel() { return try await collection(labelled: wanted, of: provider) }
        // The alias's own object is not used: KeePassXC exports none.
        if let path = try await provider.collectionPath(alias: "default") {
            do throws(ProviderError) {
                return try await provider.collection(at: path)
            } catch {
                guard error.cause == .noSuchObject else { throw error }
            }
        }
        throw await noCollection("the keyring has no default collection", labels(of: provider), provider)
    }

    /// The label that the person's configuration names; nil for the collection behind the default alias.
    func configuredLabel() throws(ProviderError) -> String? {
        do throws(KeychainError) {
            return try wantedLabel().flatMap { $0.isEmpty ? nil : $0 }
        } catch {
            throw ProviderError(error)
        }
    }

    private func collection(labelled wanted: String, of provider: Provider) async throws(ProviderError)
        -> Provider.Collection
    {
        var collections: [Provider.Collection] = []
        for path in try await provider.collectionPaths() {
            // One that goes away during the look is not the one.
            guard let collection = try? await provider.collection(at: path) else { continue }
            if collection.label == wanted { return collection }
            collections.append(collection)
        }
        // KeePassXC labels a collection otherwise while it is locked; in its path it has one name always. gnome-keyring's
        // paths are made of what the label once was.
        if await !provider.isGnomeKeyring(), let named = collections.first(where: { $0.nameInPath == wanted }) {
            return named
        }
        throw await noCollection(
            "the keyring has no collection labelled “\(wanted)”", collections.compactMap(\.choice), provider)
    }

    private func labels(of provider: Provider) async -> [String] {
        var labels: [String] = []
        for path in (try? await provider.collectionPaths()) ?? [] {
            if let choice = (try? await provider.collection(at: path))?.choice { labels.append(choice) }
        }
        return labels
    }

    /// Names the collections there are, and how to choose one.
    private func noCollection(_ what: String, _ labels: [String], _ provider: Provider) async -> ProviderError {
        let named = labels.sorted()
        guard let example = named.first else {
            return ProviderError(
                KeychainError(.notConfigured, "\(what), nor any other", nextStep: await provider.openingCommand()))
        }
        let list = named.map { "“\($0)”" }.joined(separator: ", ")
        return ProviderError(
            KeychainError(
                .notConfigured, "\(what); there is \(list)",
                nextStep: configuring("collection", example)))
    }

    /// Whether a search that found nothing in this collection proves nothing.
    ///
    /// A gnome-keyring collection that was never opened since its daemon started has hashed attributes, in which no
    /// schema is found; once opened, its items are found even when it is locked again. Others show no items at all.
    func hidesItsItems(
        _ collection: Provider.Collection, of provider: Provider
    ) async throws(ProviderError) -> Bool {
        guard collection.isLocked else { return false }
        guard let path = try await provider.items(of: collection.path).first,
            let item = try? await provider.item(at: path)
        else { return true }
        return item.attributes.isEmpty || item.attributes.keys.contains { $0.hasPrefix("gkr:compat:hashed:") }
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
                switch error.cause {
                case .isLocked, .noSuchObject, .invalidArguments: return [:]
                case .badSession, .other: throw error
                }
            }
            var secrets: [String: SharedSecret] = [:]
            for (path, secret) in encrypted { secrets[path] = try session.opened(secret) }
            // KWallet (5.103) gives an empty secret for each of a locked wallet; none of ours is empty.
            return secrets.filter { !$0.value.isEmpty }
        }
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

extension Provider.Collection {
    /// What a person may call it by in the configuration; nil for gnome-keyring's collection for one session, which has no
    /// label and is no place to keep an account.
    fileprivate var choice: String? { label.isEmpty && nameInPath == "session" ? nil : name }
}
