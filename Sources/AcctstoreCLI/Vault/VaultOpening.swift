import AccountModel

/// Opens the vault for a command that needs it, and makes it for the first that keeps something. What is typed or piped goes
/// to the agent alone.
struct VaultOpening: Sendable {
    let context: CommandContext

    private var reading: PassphraseReading { PassphraseReading(context: context) }

    /// Opens the keychain in use where that is a locked vault, and this command has a way to its passphrase; whether a vault is
    /// open then, be it that another command opened it.
    @Sendable func openInUse(_ broker: any Broker) async throws(BrokerError) -> Bool {
        let status = try await broker.keychain(nil)
        guard status.isVault else { return false }
        if status.state == .open { return true }
        guard status.state == .unopened, canGive else { return false }
        try await open { (passphrase) throws(BrokerError) in try await broker.unlock(passphrase: passphrase) }
        return true
    }

    /// Opens or makes the vault where one is in use, before anything else is asked for or read.
    func readyInUse(_ broker: any Broker) async throws(BrokerError) {
        if try await broker.keychain(nil).isVault { try await ready(broker, made: true) }
    }

    /// Opens the vault, in use or not, or makes it.
    func ready(_ broker: any Broker, made mayMake: Bool) async throws(BrokerError) {
        let status = try await broker.keychain(.vault)
        switch status.state {
        case .absent where mayMake: try await make(broker, status)
        case .unopened where canGive:
            try await open { (passphrase) throws(BrokerError) in try await broker.openVault(passphrase: passphrase) }
        case .unopened: try await broker.openVault(passphrase: nil)
        default: break
        }
    }

    /// Makes the vault with a new passphrase.
    func make(_ broker: any Broker, _ status: KeychainStatus) async throws(BrokerError) {
        let path = OneLine.visible(status.path ?? "the vault", length: 4096)
        if context.passphrase == nil, canGive {
            context.terminal.show("A new vault is made: \(path)")
        }
        try await reading.withNew(VaultOpening.newPrompt, of: broker) { (new) throws(BrokerError) in
            try await broker.makeVault(new)
        }
        context.messages.note("made the vault \(path)")
    }

    /// Gives the vault another passphrase.
    func change(_ broker: any Broker) async throws(BrokerError) {
        let old: PassphraseHandle? = canGive ? try await oldPassphrase(broker) : nil
        // A new one that is refused leaves the old one held.
        try await reading.withNew(VaultOpening.newPrompt, of: broker) { (new) throws(BrokerError) in
            try await broker.changePassphrase(from: old, to: new)
        }
    }

    private func oldPassphrase(_ broker: any Broker) async throws(BrokerError) -> PassphraseHandle {
        do throws(BrokerError) {
            return try await reading.read(
                "Passphrase of the vault: ", again: { $0.code == .locked },
                { (input) throws(BrokerError) in try await broker.holdPassphrase(input, checked: true) })
        } catch {
            // To open it is not what was wanted.
            guard error.code == .locked else { throw error }
            throw BrokerError(.locked, error.message, nextStep: "acctstore vault passphrase")
        }
    }

    private static let newPrompt = "New passphrase of the vault: "

    private var canGive: Bool { reading.canGive }

    private func open(_ use: (Descriptor) async throws(BrokerError) -> Void) async throws(BrokerError) {
        try await reading.read("Passphrase of the vault: ", again: { $0.code == .locked }, use)
    }
}

extension KeychainStatus {
    var isVault: Bool { kind == KeychainKind.vault.rawValue }
}
