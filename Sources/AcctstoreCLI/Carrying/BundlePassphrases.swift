import AccountModel

/// The passphrase of a bundle, which is another one than the vault's.
struct BundlePassphrases: Sendable {
    let context: CommandContext

    private var reading: PassphraseReading { PassphraseReading(context: context) }

    /// Makes the keychain ready before the bundle's passphrase is read. Where that is a vault, the first line of
    /// `--passphrase-fd` is always its own, be it open or not: what follows must not depend on what the agent still knows.
    ///
    /// - Parameter mayMake: whether a vault is made where there is none yet; else that is `notConfigured`.
    func ready(_ broker: any Broker, made mayMake: Bool) async throws(BrokerError) {
        let status = try await broker.keychain(nil)
        if status.isVault, status.state == .absent, !mayMake {
            // Says what any command says that looks for an account.
            _ = try await broker.accounts(of: nil)
        }
        if status.isVault, status.state == .open, let descriptor = context.passphrase {
            _ = try await broker.holdPassphrase(descriptor, checked: true)
        } else {
            try await VaultOpening(context: context).readyInUse(broker)
        }
    }

    /// Runs an export, with a passphrase that is typed twice.
    func export(
        _ broker: any Broker, _ use: (NewPassphrase) async throws(BrokerError) -> ExportedBundle
    ) async throws(BrokerError) -> ExportedBundle {
        try await reading.withNew("New passphrase of the bundle: ", of: broker, use)
    }

    /// Opens a bundle that was read.
    func open(_ handle: ImportHandle, by broker: any Broker) async throws(BrokerError) -> ImportListing {
        guard reading.canGive else { return try await broker.openImport(handle, passphrase: nil) }
        return try await reading.read(
            "Passphrase of the bundle: ", again: { $0.code == .locked },
            { (input) throws(BrokerError) in
                let passphrase = try await broker.holdPassphrase(input, checked: false)
                return try await broker.openImport(handle, passphrase: passphrase)
            })
    }
}
