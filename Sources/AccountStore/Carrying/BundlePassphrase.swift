import AccountModel
import Dispatch
import SecretBytes

/// The passphrase of a bundle: one that the front end has had read, or one that the agent asks for.
struct BundlePassphrase: Sendable {
    let parts: StoreParts
    let caller: Caller

    /// To seal with. Throws `inputRefused` for one that is empty or not the same twice.
    func new(_ new: NewPassphrase) async throws(BrokerError) -> SharedSecret {
        switch new {
        case .asked: return try await ask(PassphraseQuestion(.setting, of: .bundle, path: "the bundle"))
        case .held(let first, let repeated):
            let passphrase = try take(first)
            let second = repeated == first ? passphrase : try take(repeated)
            guard passphrase.isSame(as: second) else {
                throw BrokerError(.inputRefused, "the two passphrases are not the same; nothing was written")
            }
            return passphrase
        }
    }

    /// To open with.
    ///
    /// - Parameters:
    ///   - handle: `nil` has the person asked.
    ///   - name: of the file, for the question.
    func known(_ handle: PassphraseHandle?, of name: String) async throws(BrokerError) -> SharedSecret {
        if let handle { return try take(handle) }
        return try await ask(PassphraseQuestion(.opening, of: .bundle, path: name))
    }

    private func take(_ handle: PassphraseHandle) throws(BrokerError) -> SharedSecret {
        try parts.passphrases.take(handle, of: caller.origin)
    }

    private func ask(_ question: PassphraseQuestion) async throws(BrokerError) -> SharedSecret {
        let asking = try parts.carrying().asking
        do throws(PassphraseRefusal) {
            return try await asking.passphrase(question, of: caller)
        } catch {
            switch error {
            case .dismissed: throw BrokerError(.cancelled, "the question for the passphrase was dismissed")
            case .notAsked(let reason):
                throw BrokerError(
                    .locked, "nobody was asked for the passphrase of the bundle: \(reason)",
                    nextStep: "give it with --passphrase-fd")
            }
        }
    }
}

extension StoreParts {
    func carrying() throws(BrokerError) -> CarriedFiles {
        guard let carried else { throw BrokerError(.notConfigured, "nothing can be imported or exported here") }
        return carried
    }
}

/// Work of about a second that must not hold up other requests.
func apart<Result: Sendable>(
    _ work: @escaping @Sendable () throws(KeychainError) -> Result
) async throws(BrokerError) -> Result {
    let outcome: Swift.Result<Result, KeychainError> = await withCheckedContinuation { done in
        DispatchQueue.global().async {
            do throws(KeychainError) {
                done.resume(returning: .success(try work()))
            } catch {
                done.resume(returning: .failure(error))
            }
        }
    }
    return try await inStoreTerms { () async throws(KeychainError) in try outcome.get() }
}
