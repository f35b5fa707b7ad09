public import AccountModel

extension StoreBroker {
    private var vaultDesk: VaultDesk { VaultDesk(parts: parts, caller: caller) }

    public func keychain(_ kind: KeychainKind?) async throws(BrokerError) -> KeychainStatus {
        try personsCommands.refuseSandbox()
        let keychain: any Keychain = if let kind { try parts.keychain(kind) } else { parts.keychain }
        let inUse = try parts.kindInUse()
        guard let protected = keychain.passphrase else {
            return KeychainStatus(kind: (kind ?? inUse ?? .secretService).rawValue, state: .unknown)
        }
        let state = try await inStoreTerms { () async throws(KeychainError) in try await protected.passphraseState() }
        return KeychainStatus(kind: KeychainKind.vault.rawValue, path: protected.path, state: state)
    }

    public func openVault(passphrase: Descriptor?) async throws(BrokerError) {
        try personsCommands.refuseSandbox()
        try await vaultDesk.open(try parts.keychain(.vault), passphrase)
    }

    public func holdPassphrase(
        _ input: Descriptor, checked: Bool
    ) async throws(BrokerError) -> PassphraseHandle {
        try personsCommands.refuseSandbox()
        return try await vaultDesk.hold(input, checked: checked)
    }

    public func makeVault(_ passphrase: NewPassphrase) async throws(BrokerError) {
        try await personsCommands.require("make a vault")
        try await vaultDesk.make(passphrase)
    }

    public func changePassphrase(
        from old: PassphraseHandle?, to new: NewPassphrase
    ) async throws(BrokerError) {
        try await personsCommands.require("give the vault another passphrase")
        try await vaultDesk.change(from: old, to: new)
    }

    public func migrate(to target: KeychainKind) async throws(BrokerError) -> MigrationReport {
        try await personsCommands.require("copy all accounts to \(target.words)")
        return try await holdingAll(of: target.other) { () async throws(BrokerError) in
            try await Migration(parts: parts, target: target).run()
        }
    }

    public func removeMigrated(from source: KeychainKind) async throws(BrokerError) -> Int {
        try await personsCommands.require("delete all accounts from \(source.words)")
        return try await holdingAll(of: source) { () async throws(BrokerError) in
            try await Migration(parts: parts, target: source.other).removeSource()
        }
    }

    /// No token of the keychain is renewed while they are copied, or deleted where they were.
    private func holdingAll<Result: Sendable>(
        of kind: KeychainKind, _ body: () async throws(BrokerError) -> Result
    ) async throws(BrokerError) -> Result {
        try await CredentialHold(parts: parts, keychain: try parts.keychain(kind)).run(over: nil, body)
    }
}

extension KeychainKind {
    /// As it stands in a sentence.
    var words: String {
        switch self {
        case .secretService: "the keyring"
        case .vault: "the vault"
        }
    }

    /// What is done to it, after "to", before another keychain is copied into it or instead of it.
    var removal: String {
        switch self {
        case .secretService: "delete all of acctstore in the keyring"
        case .vault: "move the vault out of the way"
        }
    }

    var other: KeychainKind { self == .vault ? .secretService : .vault }
}
