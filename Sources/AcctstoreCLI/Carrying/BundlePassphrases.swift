import AccountModel

/// The passphrase of a bundle, which is another one than the vault's.
struct BundlePassphrases: Sendable {
    let context: CommandContext

    private var reading: PassphraseReading { PassphraseReading(context: context) }

    /// What becomes of a vault that is in use and was not made yet.
    enum Unmade {
        /// It is made.
        case made
        /// That is `notConfigured`: there is nothing in it that could be carried away.
        case refused
        /// It stays so: nothing is to be stored.
        case left
    }

    /// Makes the keychain ready before the bundle's passphrase is read. Where that is a vault, the first line of
    /// `--passphrase-fd` is always its own, be it open or not: what follows must not depend on what the agent still knows.
    func ready(_ broker: any Broker, _ unmade: Unmade) async throws(BrokerError) {
        let status = try await broker.keychain(nil)
        guard status.isVault else { return }
        switch (status.state, unmade) {
        case (.open, _):
            if let descriptor = context.passphrase { _ = try await broker.holdPassphrase(descriptor, checked: true) }
        case (.absent, .left):
            // Of the vault that would be made; it is passed over.
            if let descriptor = context.passphrase { _ = try await broker.holdPassphrase(descriptor, checked: false) }
        case (.absent, .refused):
            // Says what any command says that looks for an account.
            _ = try await broker.accounts(of: nil)
        default: try await VaultOpening(context: context).ready(broker, made: true)
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
