import AccountModel

/// Opens the vault for a command that needs it, and makes it for the first that keeps something. What is typed or piped goes
/// to the agent alone.
struct VaultOpening: Sendable {
    let context: CommandContext

    /// How often the person is asked.
    private static let tries = 3

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
        try await withNew(broker) { (new) throws(BrokerError) in try await broker.makeVault(new) }
        context.messages.note("made the vault \(path)")
    }

    /// Gives the vault another passphrase.
    func change(_ broker: any Broker) async throws(BrokerError) {
        let old: PassphraseHandle? =
            canGive
            ? try await read(
                "Passphrase of the vault: ", again: { $0.code == .locked },
                { (input) throws(BrokerError) in try await broker.holdPassphrase(input, checked: true) }) : nil
        // It is for one use: where the new one is refused, the old one is held again.
        try await withNew(broker, tries: 1) { (new) throws(BrokerError) in
            try await broker.changePassphrase(from: old, to: new)
        }
    }

    /// Whether this command itself has a way to a passphrase; else the agent asks.
    private var canGive: Bool { context.passphrase != nil || context.canAsk }

    private func open(_ use: (Descriptor) async throws(BrokerError) -> Void) async throws(BrokerError) {
        try await read("Passphrase of the vault: ", again: { $0.code == .locked }, use)
    }

    private func withNew(
        _ broker: any Broker, tries: Int = tries, _ use: (NewPassphrase) async throws(BrokerError) -> Void
    ) async throws(BrokerError) {
        guard canGive else { return try await use(.asked) }
        for left in (0..<tries).reversed() {
            do throws(BrokerError) {
                return try await use(try await readNew(broker))
            } catch {
                guard error.code == .inputRefused, context.passphrase == nil, left > 0 else { throw error }
                context.terminal.show(error.message)
            }
        }
    }

    private func readNew(_ broker: any Broker) async throws(BrokerError) -> NewPassphrase {
        let hold = { (input: Descriptor) async throws(BrokerError) -> PassphraseHandle in
            try await broker.holdPassphrase(input, checked: false)
        }
        let first = try await read("New passphrase of the vault: ", again: { _ in false }, hold)
        if context.passphrase != nil { return .held(first, repeated: first) }
        return .held(first, repeated: try await read("The same again: ", again: { _ in false }, hold))
    }

    /// Lends what the passphrase comes from.
    ///
    /// - Parameter again: whether what is typed may be typed again after such an error.
    @discardableResult
    private func read<Result: Sendable>(
        _ prompt: String, again: (BrokerError) -> Bool, _ use: (Descriptor) async throws(BrokerError) -> Result
    ) async throws(BrokerError) -> Result {
        if let descriptor = context.passphrase {
            do throws(BrokerError) {
                return try await use(descriptor)
            } catch {
                guard [.locked, .inputRefused].contains(error.code) else { throw error }
                throw BrokerError(error.code, "\(error.message) (--passphrase-fd)", nextStep: error.nextStep)
            }
        }
        var failure = BrokerError(.locked, "no passphrase was given")
        for left in (0..<VaultOpening.tries).reversed() {
            do {
                return try await context.terminal.lend(prompt: prompt, hidden: true, use)
            } catch let error as BrokerError {
                failure = error
                guard again(error) else { break }
                if left > 0 { context.terminal.show(error.message) }
            } catch {
                throw BrokerError(.failed, "the terminal cannot be used: \(error)")
            }
        }
        throw failure
    }
}

extension KeychainStatus {
    var isVault: Bool { kind == KeychainKind.vault.rawValue }
}
