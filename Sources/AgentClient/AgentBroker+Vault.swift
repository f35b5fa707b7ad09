public import AccountModel
internal import AgentProtocol

/// Keychains and their passphrases.
extension AgentBroker {
    public func keychain(_ kind: KeychainKind?) async throws(BrokerError) -> KeychainStatus {
        try await link.call(GetKeychain(kind))
    }

    public func openVault(passphrase: Descriptor?) async throws(BrokerError) {
        try await link.call(OpenVault(passphrase: try passphrase.orNothing()))
    }

    public func holdPassphrase(
        _ input: Descriptor, checked: Bool
    ) async throws(BrokerError) -> PassphraseHandle {
        try await link.call(HoldPassphrase(input, checked: checked))
    }

    public func makeVault(_ passphrase: NewPassphrase) async throws(BrokerError) {
        try await link.call(MakeVault(passphrase))
    }

    public func changePassphrase(
        from old: PassphraseHandle?, to new: NewPassphrase
    ) async throws(BrokerError) {
        try await link.call(ChangePassphrase(from: old, to: new))
    }

    public func migrate(to target: KeychainKind) async throws(BrokerError) -> MigrationReport {
        try await link.call(Migrate(to: target))
    }

    public func removeMigrated(from source: KeychainKind) async throws(BrokerError) -> Int {
        try await link.call(RemoveMigrated(from: source))
    }
}

extension Descriptor? {
    /// `/dev/null` has the agent ask.
    func orNothing() throws(BrokerError) -> Descriptor {
        guard let self else { return try BodyChannel.nothing() }
        return self
    }
}
