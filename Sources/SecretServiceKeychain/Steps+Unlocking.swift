internal import AccountStore
internal import GLibBridge
internal import SecretBytes

extension SecretServiceKeychain {
    /// How long the keyring's own question may stay open.
    private var promptLimit: Duration {
        let hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment[$0]?.isEmpty == false }
        return hasDisplay ? .seconds(120) : .seconds(10)
    }

    /// The collection, opened where it was locked.
    func unlockedCollection(of provider: Provider) async throws(ProviderError) -> Provider.Collection {
        let collection = try await collection(of: provider)
        if collection.isLocked {
            try await unlock([collection.path], named: collection.label, of: provider)
        }
        return collection
    }

    /// Opens items that gave no secret.
    ///
    /// Throws `absent` where one is not there.
    func unlock(items paths: [String]) async throws(ProviderError) {
        let provider = try await link.provider()
        for path in paths { _ = try await provider.item(at: path) }
        try await unlock(paths, named: try await collection(of: provider).label, of: provider)
    }

    /// Opens collections or items, by the keyring's own question where it has one.
    func unlock(_ paths: [String], named label: String, of provider: Provider) async throws(ProviderError) {
        let prompt = try await provider.change(.unlock, paths)
        _ = try await completed(prompt, of: provider, named: label)
        // Some providers say "completed" of a question that was closed: what counts is what is open now.
        for path in paths {
            let isLocked =
                if let item = try? await provider.item(at: path) {
                    item.isLocked
                } else {
                    try await provider.collection(at: path).isLocked
                }
            if isLocked { throw ProviderError(stillLocked(label, "and stayed so")) }
        }
    }

    /// Runs a prompt where there is one. Gives what the provider answered with.
    func completed(_ prompt: String?, of provider: Provider, named label: String) async throws(ProviderError)
        -> Variant?
    {
        guard let prompt else { return nil }
        switch try await provider.run(prompt: prompt, limit: promptLimit) {
        case .completed(let answer):
            return answer
        case .dismissed:
            throw ProviderError(KeychainError(.cancelled, "the keyring's question about “\(label)” was dismissed"))
        case .nobodyAsked:
            throw ProviderError(stillLocked(label, "and there is no program here to ask for its password"))
        case .unanswered:
            throw ProviderError(
                stillLocked(label, "and nobody answered its question in \(promptLimit.components.seconds) s"))
        case .providerGone:
            throw ProviderError(KeychainError(.unreachable, "the keyring went away while it asked"))
        }
    }

    private func stillLocked(_ label: String, _ why: String) -> KeychainError {
        KeychainError(
            .locked, "the keyring “\(label)” is locked, \(why)",
            nextStep: "gnome-keyring-daemon --replace --unlock --components=secrets")
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
