import AccountModel

/// A log-in that is through, and whose keychain was closed before it was stored: the agent has it, and waits.
struct UnsavedLogIn {
    let broker: any Broker
    let context: CommandContext
    /// Whether it was tried again by itself at a keychain that was open. One that is open and still gives or takes nothing,
    /// as where a keyring asks about each item, would else be tried, and its person asked, without an end.
    private var wasTriedAtOpenOne = false

    init(broker: any Broker, context: CommandContext) {
        self.broker = broker
        self.context = context
    }

    /// Seconds that an opening by another command is waited for: the agent waits ten minutes.
    private static let patience = 590

    /// Has it stored once the keychain is open. Where that comes to nothing the agent drops it, and says what was lost.
    mutating func store(_ handle: LogInHandle, after why: String) async throws(BrokerError) -> LogInStep {
        context.messages.note("\(OneLine.visible(why, length: 4096)); what the log-in brought is kept meanwhile")
        return try await broker.continueLogIn(handle, with: await isToBeTried() ? .yes : .no)
    }

    private mutating func isToBeTried() async -> Bool {
        if await isOpened(by: context) { return true }
        guard context.canAsk else { return await isOpenedElsewhere() }
        if context.passphrase != nil {
            // It gives its passphrase once.
            var typing = context
            typing.passphrase = nil
            if await isOpened(by: typing) { return true }
        }
        return await Confirmation.ask("Try again to store the log-in?", on: context.terminal)
    }

    private func isOpened(by context: CommandContext) async -> Bool {
        do throws(BrokerError) {
            return try await VaultOpening(context: context).openInUse(broker)
        } catch {
            context.messages.note(OneLine.visible(error.message, length: 4096))
            return false
        }
    }

    private mutating func isOpenedElsewhere() async -> Bool {
        if await isOpen {
            defer { wasTriedAtOpenOne = true }
            return !wasTriedAtOpenOne
        }
        context.messages.note("open it by another command, such as acctstore unlock: waiting for that")
        for _ in 0..<UnsavedLogIn.patience {
            do { try await Task.sleep(for: .seconds(1)) } catch { return false }
            if await isOpen { return true }
        }
        return false
    }

    private var isOpen: Bool {
        get async { (try? await broker.overview(nil, of: nil))?.keychain.state == .open }
    }
}
