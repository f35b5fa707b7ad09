import AccountModel

/// Has a passphrase read by the agent, from where this command has one: a descriptor, or what is typed.
struct PassphraseReading: Sendable {
    let context: CommandContext

    /// How often the person is asked.
    static let tries = 3

    /// Whether this command itself has a way to a passphrase; else the agent asks.
    var canGive: Bool { context.passphrase != nil || context.canAsk }

    /// Runs what takes a new passphrase, and again where it was refused and can be typed anew.
    func withNew<Result: Sendable>(
        _ prompt: String, of broker: any Broker,
        _ use: (NewPassphrase) async throws(BrokerError) -> Result
    ) async throws(BrokerError) -> Result {
        guard canGive else { return try await use(.asked) }
        var left = PassphraseReading.tries
        while true {
            left -= 1
            do throws(BrokerError) {
                return try await use(try await new(prompt, of: broker))
            } catch {
                guard error.code == .inputRefused, context.passphrase == nil, left > 0 else { throw error }
                context.terminal.show(error.message)
            }
        }
    }

    private func new(_ prompt: String, of broker: any Broker) async throws(BrokerError) -> NewPassphrase {
        let hold = { (input: Descriptor) async throws(BrokerError) -> PassphraseHandle in
            try await broker.holdPassphrase(input, checked: false)
        }
        if context.passphrase != nil {
            let given = try await read(prompt, again: { _ in false }, hold)
            return .held(given, repeated: given)
        }
        do {
            return try await context.terminal.hideTyping {
                let first = try await read(prompt, again: { _ in false }, hold)
                return .held(first, repeated: try await read("The same again: ", again: { _ in false }, hold))
            }
        } catch let error as BrokerError {
            throw error
        } catch {
            throw PassphraseReading.trouble(error)
        }
    }

    private static func trouble(_ error: any Error) -> BrokerError {
        BrokerError(.failed, "the terminal cannot be used: \(error)")
    }

    /// Lends what the passphrase comes from.
    ///
    /// - Parameter again: whether what is typed may be typed again after such an error.
    @discardableResult
    func read<Result: Sendable>(
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
        for left in (0..<PassphraseReading.tries).reversed() {
            do {
                return try await context.terminal.lend(prompt: prompt, hidden: true, use)
            } catch let error as BrokerError {
                failure = error
                guard again(error) else { break }
                if left > 0 { context.terminal.show(error.message) }
            } catch {
                throw PassphraseReading.trouble(error)
            }
        }
        throw failure
    }
}
