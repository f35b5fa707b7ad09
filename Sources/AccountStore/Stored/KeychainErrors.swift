package import AccountModel

extension BrokerError {
    /// A keychain's trouble, as the person is told of it.
    package init(_ error: KeychainError) {
        let code: Code =
            switch error.code {
            case .locked: .locked
            case .cancelled: .cancelled
            case .unreachable: .unavailable
            case .notConfigured, .notMade: .notConfigured
            case .file: .fileError
            case .refused: .inputRefused
            case .absent, .failed: .failed
            }
        self.init(code, error.message, nextStep: error.nextStep)
    }
}

extension Keychain {
    /// ``exclusively(_:)`` on an open keychain, in the store's own errors. Not to be nested.
    ///
    /// Once it was begun a change is finished, whether or not anybody still waits for it: half of one is neither the old
    /// state nor the new.
    func changing<Result: Sendable>(
        _ change: @escaping @Sendable () async throws(BrokerError) -> Result
    ) async throws(BrokerError) -> Result {
        try await inStoreTermsOfAny {
            // The keyring may ask the person, for whom other changes need not wait.
            if passphrase == nil { try await unlock() }
            return try await exclusively {
                try await unlock()
                try Task.checkCancellation()
                return try await Task { try await change() }.value
            }
        }
    }

    /// Runs `body` on a keychain that is open and stays so, where it would else close by itself.
    func keptOpen<Result: Sendable>(
        _ body: @Sendable () async throws(BrokerError) -> Result
    ) async throws(BrokerError) -> Result {
        guard let passphrase else { return try await body() }
        return try await inStoreTermsOfAny { try await passphrase.whileOpen { try await body() } }
    }
}

/// Runs what throws the errors of a keychain and of the store, and those of tasks.
private func inStoreTermsOfAny<Result>(
    _ step: () async throws -> Result
) async throws(BrokerError) -> Result {
    do {
        return try await step()
    } catch let error as BrokerError {
        throw error
    } catch let error as KeychainError {
        throw BrokerError(error)
    } catch is CancellationError {
        throw BrokerError(.cancelled, "the request was cancelled before anything was changed")
    } catch {
        throw BrokerError(.failed, "the keychain could not be changed: \(error)")
    }
}

/// Runs one step of a keychain in the store's own errors.
func inStoreTerms<Result>(
    _ step: () async throws(KeychainError) -> Result
) async throws(BrokerError) -> Result {
    do throws(KeychainError) {
        return try await step()
    } catch {
        throw BrokerError(error)
    }
}
