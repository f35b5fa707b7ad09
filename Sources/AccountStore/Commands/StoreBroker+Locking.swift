public import AccountModel

extension StoreBroker {
    public func lock(keyring: Bool) async throws(BrokerError) {
        // What can be done for every program is done whatever comes of the rest.
        parts.keychain.forget()
        parts.passphrases.forgetAll()
        parts.appTokens.forgetAll()
        guard keyring else { return }
        try await personsCommands.require("lock the keyring")
        try await inStoreTerms { () async throws(KeychainError) in try await parts.keychain.lock() }
    }

    public func unlock(passphrase: Descriptor?) async throws(BrokerError) {
        try personsCommands.refuseSandbox()
        try await VaultDesk(parts: parts, caller: caller).open(parts.keychain, passphrase)
    }
}
