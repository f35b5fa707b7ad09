public import AccountModel
public import AccountStore
public import SecretBytes

extension VaultKeychain: PassphraseProtected {
    public var passphrase: (any PassphraseProtected)? { self }

    public func ask(
        _ question: PassphraseQuestion, of caller: Caller
    ) async throws(PassphraseRefusal) -> SharedSecret {
        try await asking.passphrase(question, of: caller)
    }

    public func passphraseState() async throws(KeychainError) -> KeychainStatus.State {
        do throws(KeychainError) {
            return try await current(isUse: false) == nil ? .unopened : .open
        } catch {
            guard error.isNoVault else { throw error }
            return .absent
        }
    }

    public func hold() -> KeychainHold {
        state.hold()
        return KeychainHold { [state] in state.release() }
    }

    public func unlock(with passphrase: SharedSecret) async throws(KeychainError) {
        if try await current() != nil { return }
        try await open(with: passphrase)
    }

    public func check(_ passphrase: SharedSecret) async throws(KeychainError) {
        try await onDisk { () throws(KeychainError) in _ = try self.keys(of: passphrase) }
    }

    public func make(with passphrase: SharedSecret) async throws(KeychainError) {
        try checkNew(passphrase)
        let closings = state.closings
        let open = try await underLock { () async throws(KeychainError) in
            try await self.onDisk { () throws(KeychainError) in
                guard try self.file.read() == nil else {
                    throw KeychainError(
                        .failed, "there is a vault already: \(self.path)", nextStep: "acctstore unlock")
                }
                return try self.write(
                    self.inKeychainTerms { () throws(FormatTrouble) in
                        SealedRecords(keys: try SealingKeys.new(passphrase: passphrase, cost: self.cost))
                    })
            }
        }
        keep(open, openedAfter: closings)
    }

    public func changePassphrase(
        from old: SharedSecret, to new: SharedSecret
    ) async throws(KeychainError) {
        try checkNew(new)
        let closings = state.closings
        let open = try await underLock { () async throws(KeychainError) in
            let content = try await self.onDisk { () throws(KeychainError) in
                let (bytes, header, keys) = try self.keys(of: old)
                return try self.inKeychainTerms { () throws(FormatTrouble) in
                    let content = try SealedRecords(bytes, header: header, keys: keys)
                    return try content.sealed(under: SealingKeys.new(passphrase: new, cost: self.cost))
                }
            }
            // Whoever broke it off until here goes on with the old one.
            if Task.isCancelled { throw KeychainError(.cancelled, "nobody waits for it any more; nothing was changed") }
            return try await self.onDisk { () throws(KeychainError) in try self.write(content) }
        }
        keep(open, openedAfter: closings)
    }

    /// The file with the keys that the passphrase makes for it.
    private func keys(
        of passphrase: SharedSecret
    ) throws(KeychainError) -> (file: [UInt8], header: SealedHeader, keys: SealingKeys) {
        guard let bytes = try file.read() else { throw .noVault(at: path) }
        let header = try header(of: bytes)
        let keys = try inKeychainTerms { () throws(FormatTrouble) in
            if passphrase.isEmpty { throw .wrongPassphrase }
            let keys = try SealingKeys(passphrase: passphrase, salt: header.salt, cost: header.cost)
            guard try keys.prove(header) else { throw .wrongPassphrase }
            return keys
        }
        return (bytes, header, keys)
    }

    private func write(_ content: SealedRecords) throws(KeychainError) -> OpenVault {
        let bytes = try inKeychainTerms { () throws(FormatTrouble) in try content.file(of: .vault) }
        try file.write(bytes)
        return OpenVault(content: content, mark: Array(bytes[SealedHeader.writing]))
    }

    private func checkNew(_ passphrase: SharedSecret) throws(KeychainError) {
        if passphrase.isEmpty { throw KeychainError(.refused, "an empty passphrase protects nothing; none was set") }
    }

    private func underLock<Result: Sendable>(
        _ change: @Sendable () async throws(KeychainError) -> Result
    ) async throws(KeychainError) -> Result {
        do {
            return try await exclusively { try await change() }
        } catch let error as KeychainError {
            throw error
        } catch {
            throw KeychainError(.failed, "the vault \(path) could not be changed: \(error)")
        }
    }
}
