public import AccountModel
public import AccountStore
public import SecretBytes

extension VaultKeychain: PassphraseProtected {
    public var passphrase: (any PassphraseProtected)? { self }

    /// The file stays, under another name: what only it had can be brought back.
    public var emptying: String? {
        "mv --backup=numbered \(ShellWord.quoted(path)) \(ShellWord.quoted(path + ".old"))"
    }

    public func ask(
        _ question: PassphraseQuestion, of caller: Caller
    ) async throws(PassphraseRefusal) -> SharedSecret {
        try await asking.passphrase(question, of: caller)
    }

    public func passphraseState() async throws(KeychainError) -> KeychainStatus.State {
        do throws(KeychainError) {
            return try await current() == nil ? .unopened : .open
        } catch {
            guard error.code == .notMade else { throw error }
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

    public func whileOpen<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        state.hold()
        defer { state.release() }
        _ = try await opened()
        return try await body()
    }

    public func check(_ passphrase: SharedSecret) async throws(KeychainError) {
        _ = try await proven(passphrase)
    }

    public func make(with passphrase: SharedSecret) async throws(KeychainError) {
        try checkNew(passphrase)
        let closings = state.closings
        let keys = try await newKeys(of: passphrase)
        let open = try await changingFile { () throws(KeychainError) in
            guard try self.file.read() == nil else {
                throw KeychainError(.failed, "there is a vault already: \(self.path)", nextStep: "acctstore unlock")
            }
            return try self.write(SealedRecords(keys: keys))
        }
        await keep(open, openedAfter: closings)
    }

    public func changePassphrase(
        from old: SharedSecret, to new: SharedSecret
    ) async throws(KeychainError) {
        try checkNew(new)
        let closings = state.closings
        let oldKeys = try await proven(old)
        let newKeys = try await newKeys(of: new)
        // Whoever broke it off until here goes on with the old one.
        if Task.isCancelled { throw KeychainError(.cancelled, "nobody waits for it any more; nothing was changed") }
        let open = try await changingFile { () throws(KeychainError) in
            let sealed = try self.sealed()
            return try self.write(
                self.inKeychainTerms { () throws(FormatTrouble) in
                    // Another process may have given it another one meanwhile.
                    guard oldKeys.belong(to: sealed.header) else { throw .wrongPassphrase }
                    return try sealed.opened(with: oldKeys).sealed(under: newKeys)
                })
        }
        await keep(open, openedAfter: closings)
    }

    /// The keys that the passphrase makes for the file. Throws `locked` where it is another one.
    private func proven(_ passphrase: SharedSecret) async throws(KeychainError) -> SealingKeys {
        let sealed = try await onDisk { () throws(KeychainError) in try self.sealed() }
        return try await keyMaker.guess { () throws(KeychainError) in
            try self.inKeychainTerms { () throws(FormatTrouble) in
                let keys = try sealed.keys(of: passphrase)
                guard try keys.prove(sealed.header) else { throw .wrongPassphrase }
                return keys
            }
        }
    }

    private func newKeys(of passphrase: SharedSecret) async throws(KeychainError) -> SealingKeys {
        try await keyMaker.make { () throws(KeychainError) in
            try self.inKeychainTerms { () throws(FormatTrouble) in
                try SealingKeys.new(passphrase: passphrase, cost: self.cost)
            }
        }
    }

    private func write(_ content: SealedRecords) throws(KeychainError) -> OpenVault {
        let bytes = try inKeychainTerms { () throws(FormatTrouble) in try content.file(of: .vault) }
        try write(bytes)
        return OpenVault(content: content, mark: Array(bytes[SealedHeader.writing]))
    }

    private func checkNew(_ passphrase: SharedSecret) throws(KeychainError) {
        if passphrase.isEmpty { throw KeychainError(.refused, "an empty passphrase protects nothing; none was set") }
    }

    /// Runs a change of the file under the lock.
    private func changingFile(
        _ change: @escaping @Sendable () throws(KeychainError) -> OpenVault
    ) async throws(KeychainError) -> OpenVault {
        do {
            return try await underLock { try await onDisk(change) }
        } catch let error as KeychainError {
            throw error
        } catch {
            throw KeychainError(.failed, "the vault \(path) could not be changed: \(error)")
        }
    }
}
