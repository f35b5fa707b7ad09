import AccountModel
import SecretBytes

/// Opens the vault, makes it, and gives it another passphrase.
struct VaultDesk: Sendable {
    let parts: StoreParts
    let caller: Caller

    /// Seconds that one is waited for where nobody types it.
    private static let patience = 60

    /// Opens a keychain.
    ///
    /// - Parameter input: where its passphrase is read from where it has one and is locked.
    func open(_ keychain: any Keychain, _ input: Descriptor?) async throws(BrokerError) {
        guard let input, let protected = keychain.passphrase else {
            return try await inStoreTerms { () async throws(KeychainError) in try await keychain.unlock() }
        }
        let state = try await inStoreTerms { () async throws(KeychainError) in try await protected.passphraseState() }
        if state == .open { return }
        if state == .absent {
            return try await inStoreTerms { () async throws(KeychainError) in try await keychain.unlock() }
        }
        let passphrase = try await read(input)
        try await inStoreTerms { () async throws(KeychainError) in try await protected.unlock(with: passphrase) }
    }

    func read(_ input: Descriptor) async throws(BrokerError) -> SharedSecret {
        try await SecretInput(
            descriptor: input, caller: caller, what: "the passphrase", limit: PassphraseQuestion.longestAnswer,
            endDismisses: true, patience: VaultDesk.patience
        ).firstLine()
    }

    func hold(_ input: Descriptor, checked: Bool) async throws(BrokerError) -> PassphraseHandle {
        let passphrase = try await read(input)
        if checked {
            let vault = try vault()
            try await inStoreTerms { () async throws(KeychainError) in try await vault.check(passphrase) }
        }
        let handle = PassphraseHandle(rawValue: parts.clock.uuid())
        try parts.passphrases.add(passphrase, as: handle, of: caller.origin)
        return handle
    }

    func make(_ new: NewPassphrase) async throws(BrokerError) {
        let vault = try vault()
        let passphrase = try await passphrase(new, of: vault)
        try await inStoreTerms { () async throws(KeychainError) in try await vault.make(with: passphrase) }
    }

    func change(from old: PassphraseHandle?, to new: NewPassphrase) async throws(BrokerError) {
        let vault = try vault()
        let oldOne: SharedSecret
        let newOne: SharedSecret
        if let old {
            // A new one that is refused does not use up the old one: it is asked for again by itself.
            newOne = try await passphrase(new, of: vault)
            oldOne = try take(old)
        } else {
            oldOne = try await ask(.opening, of: vault)
            try await inStoreTerms { () async throws(KeychainError) in try await vault.check(oldOne) }
            newOne = try await passphrase(new, of: vault)
        }
        try await inStoreTerms { () async throws(KeychainError) in
            try await vault.changePassphrase(from: oldOne, to: newOne)
        }
    }

    private func passphrase(
        _ new: NewPassphrase, of vault: any PassphraseProtected
    ) async throws(BrokerError) -> SharedSecret {
        switch new {
        case .asked: return try await ask(.setting, of: vault)
        case .held(let first, let repeated):
            let passphrase = try take(first)
            let second = repeated == first ? passphrase : try take(repeated)
            guard passphrase.isSame(as: second) else {
                throw BrokerError(.inputRefused, "the two passphrases are not the same; nothing was changed")
            }
            guard !passphrase.isEmpty else {
                throw BrokerError(.inputRefused, "an empty passphrase protects nothing; none was set")
            }
            return passphrase
        }
    }

    private func ask(
        _ purpose: PassphraseQuestion.Purpose, of vault: any PassphraseProtected
    ) async throws(BrokerError) -> SharedSecret {
        do throws(PassphraseRefusal) {
            return try await vault.ask(PassphraseQuestion(purpose, path: vault.path), of: caller)
        } catch {
            switch error {
            case .dismissed: throw BrokerError(.cancelled, "the question for the passphrase was dismissed")
            case .notAsked(let reason):
                throw BrokerError(
                    .locked,
                    "this program leads to nobody who could be asked for the passphrase of \(vault.path): \(reason)",
                    nextStep: "acctstore vault passphrase")
            }
        }
    }

    private func take(_ handle: PassphraseHandle) throws(BrokerError) -> SharedSecret {
        try parts.passphrases.take(handle, of: caller.origin)
    }

    private func vault() throws(BrokerError) -> any PassphraseProtected {
        guard let vault = try parts.keychain(.vault).passphrase else {
            throw BrokerError(.notConfigured, "there is no vault here")
        }
        return vault
    }
}

extension StoreParts {
    /// `nil` where there is one keychain alone.
    func kindInUse() throws(BrokerError) -> KeychainKind? {
        do throws(KeychainError) {
            return try keychains?.kindInUse()
        } catch {
            throw BrokerError(error)
        }
    }

    /// A keychain, in use or not.
    func keychain(_ kind: KeychainKind) throws(BrokerError) -> any Keychain {
        guard let keychains else { throw BrokerError(.notConfigured, "there is one keychain here, which is in use") }
        do throws(KeychainError) {
            // The one in use is worked with as requests work with it, so that what is remembered of it stays true.
            return try keychains.kindInUse() == kind ? keychain : try keychains.keychain(kind)
        } catch {
            throw BrokerError(error)
        }
    }

    /// Opens a keychain that has a passphrase of its own, before something is read that can be read but once.
    func openWherePassphrase() async throws(BrokerError) {
        guard keychain.passphrase != nil else { return }
        try await inStoreTerms { () async throws(KeychainError) in try await keychain.unlock() }
    }
}
