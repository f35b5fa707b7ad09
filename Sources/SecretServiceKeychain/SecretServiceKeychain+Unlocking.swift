internal import AccountStore
internal import GLibBridge
internal import SecretBytes

extension SecretServiceKeychain {
    /// The collection, opened where it was locked.
    func unlockedCollection(of provider: Provider) async throws(ProviderError) -> Provider.Collection {
        let collection = try await collection(of: provider)
        if collection.isLocked {
            try await unlock(collection, of: provider)
        }
        return collection
    }

    func unlock(_ collection: Provider.Collection, of provider: Provider) async throws(ProviderError) {
        try await unlock(
            [collection.path], as: SecretServiceNames.collection, named: collection.name, of: provider)
    }

    /// Opens items that gave no secret.
    ///
    /// Throws `absent` where one is not there.
    func unlock(items paths: [String]) async throws(ProviderError) {
        let provider = try await link.provider()
        for path in paths { _ = try await provider.item(at: path) }
        let label = try await collection(of: provider).name
        try await unlock(paths, as: SecretServiceNames.item, named: label, of: provider)
    }

    /// Opens collections or items, by the keyring's own question where it has one.
    ///
    /// - Parameter interface: what the paths are: the API's name for a collection or an item.
    func unlock(
        _ paths: [String], as interface: String, named label: String, of provider: Provider
    ) async throws(ProviderError) {
        let prompt = try await provider.change(.unlock, paths)
        _ = try await completed(prompt, of: provider, named: label)
        // Some providers say "completed" of a question that was closed: what counts is what is open now.
        for path in paths where try await provider.isLocked(path, as: interface) {
            throw await stillLocked(label, "and stayed so", provider)
        }
    }

    /// KeePassXC (2.7.4) calls its question dismissed where it is just saving the database, asks nobody, and locks a moment
    /// later by itself.
    func lock(_ collection: Provider.Collection, of provider: Provider) async throws(ProviderError) {
        let prompt = try await provider.change(.lock, [collection.path])
        do throws(ProviderError) {
            _ = try await completed(prompt, of: provider, named: collection.name)
        } catch {
            guard error.error.code == .cancelled else { throw error }
            for _ in 1...10 {
                try? await Task.sleep(for: .milliseconds(200))
                if try await provider.isLocked(collection.path, as: SecretServiceNames.collection) { return }
            }
            throw error
        }
    }

    /// Runs a prompt where there is one. Gives what the provider answered with.
    func completed(_ prompt: String?, of provider: Provider, named label: String) async throws(ProviderError)
        -> Variant?
    {
        guard let prompt else { return nil }
        switch try await provider.run(prompt: prompt) {
        case .completed(let answer):
            return answer
        case .dismissed:
            throw ProviderError(KeychainError(.cancelled, "the keyring's question about “\(label)” was dismissed"))
        case .nobodyAsked:
            throw await stillLocked(label, "and there is no program here to ask for its password", provider)
        case .unanswered:
            let seconds = provider.limits.prompt.components.seconds
            throw await stillLocked(label, "and nobody answered its question in \(seconds) s", provider)
        case .vanished:
            throw await stillLocked(label, "and its question was gone before it could be shown", provider)
        case .providerGone:
            throw ProviderError(KeychainError(.unreachable, "the keyring went away while it asked"))
        }
    }

    private func stillLocked(_ label: String, _ why: String, _ provider: Provider) async -> ProviderError {
        ProviderError(
            KeychainError(
                .locked, "the keyring “\(label)” is locked, \(why)", nextStep: await provider.openingCommand()))
    }

    /// Uses the session; where the provider does not accept it, a new one, once.
    func withSession<Result: Sendable>(
        _ use: (SecretSession) async throws(ProviderError) -> Result
    ) async throws(ProviderError) -> Result {
        let session = try await link.session()
        do throws(ProviderError) {
            return try await use(session)
        } catch {
            guard error.cause == .badSession else { throw error }
            return try await use(try await link.session(insteadOf: session))
        }
    }

    /// Hands the secret over encrypted.
    func encrypting<Result: Sendable>(
        _ secret: SharedSecret, _ use: (Variant) async throws(ProviderError) -> Result
    ) async throws(ProviderError) -> Result {
        try await withSession { session async throws(ProviderError) in
            guard let encrypted = session.encrypt(secret) else {
                throw ProviderError(KeychainError(.failed, "libsecret cannot encrypt the secret"))
            }
            return try await use(encrypted)
        }
    }
}
