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
        try await unlock([collection.path], .collection(collection.name), of: provider)
    }

    /// Opens items that gave no secret.
    ///
    /// Throws `absent` where one is not there.
    func unlock(items paths: [String]) async throws(ProviderError) {
        let provider = try await link.provider()
        for path in paths { _ = try await provider.item(at: path) }
        let collection = try await collection(of: provider)
        try await unlock(paths, .items(of: collection.name, isOpen: !collection.isLocked), of: provider)
    }

    /// The error of items that gave no secret when they were open. A keyring may list what another session's has not written
    /// out yet, as KWallet (5.103) does, which keeps attributes in a file of their own; or it was closed meanwhile.
    func withheld() async throws(ProviderError) -> ProviderError {
        let collection = try await collection(of: link.provider())
        if collection.isLocked {
            return ProviderError(KeychainError(.locked, "the keyring “\(collection.name)” was locked meanwhile"))
        }
        return ProviderError(
            KeychainError(
                .unreachable,
                "the keyring “\(collection.name)” is open, and lists an item whose secret it does not give",
                nextStep:
                    "End the keyring's program, so that it is started anew and reads what another session has stored."))
    }

    /// Opens collections or items, by the keyring's own question where it has one.
    private func unlock(_ paths: [String], _ what: Opening, of provider: Provider) async throws(ProviderError) {
        let prompt = try await provider.change(.unlock, paths)
        _ = try await completed(prompt, of: provider, what)
        // Some providers say "completed" of a question that was closed: what counts is what is open now.
        for path in paths where try await provider.isLocked(path, as: what.interface) {
            throw await what.failed("it stayed so", at: provider)
        }
    }

    /// KeePassXC (2.7.4) calls its question dismissed where it is just saving the database, asks nobody, and locks a moment
    /// later by itself.
    func lock(_ collection: Provider.Collection, of provider: Provider) async throws(ProviderError) {
        let prompt = try await provider.change(.lock, [collection.path])
        do throws(ProviderError) {
            _ = try await completed(prompt, of: provider, .collection(collection.name))
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
    func completed(
        _ prompt: String?, of provider: Provider, _ what: Opening
    ) async throws(ProviderError) -> Variant? {
        guard let prompt else { return nil }
        switch try await provider.run(prompt: prompt) {
        case .completed(let answer):
            return answer
        case .dismissed:
            throw ProviderError(
                KeychainError(.cancelled, "the keyring's question about “\(what.collection)” was dismissed"))
        case .nobodyAsked:
            throw await what.failed("there is no program here to ask for its password", at: provider)
        case .unanswered:
            let seconds = provider.limits.prompt.components.seconds
            throw await what.failed("nobody answered its question in \(seconds) s", at: provider)
        case .vanished:
            throw await what.failed("its question was gone before it could be shown", at: provider)
        case .providerGone:
            throw ProviderError(KeychainError(.unreachable, "the keyring went away while it asked"))
        }
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
