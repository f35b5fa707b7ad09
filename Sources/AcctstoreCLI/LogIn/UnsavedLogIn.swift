import AccountModel

/// A log-in that is through, and whose keychain was closed before it was stored: the agent has it, and waits.
struct UnsavedLogIn {
    let why: String
    let handle: LogInHandle
    let broker: any Broker
    let context: CommandContext

    /// Seconds that an opening by another command is waited for: the agent waits ten minutes.
    private static let patience = 590

    /// Has it stored once the keychain is open. Where that comes to nothing the agent drops it, and says what was lost.
    func store() async throws(BrokerError) -> LogInStep {
        context.messages.note("\(OneLine.visible(why, length: 4096)); what the log-in brought is kept until it is open")
        return try await broker.continueLogIn(handle, with: await isToBeTried ? .yes : .no)
    }

    private var isToBeTried: Bool {
        get async {
            if await isOpened(by: context) { return true }
            guard context.canAsk else { return await isOpenedElsewhere }
            if context.passphrase != nil {
                // It gives its passphrase once.
                var typing = context
                typing.passphrase = nil
                if await isOpened(by: typing) { return true }
            }
            return await Confirmation.ask("Try again to store the log-in?", on: context.terminal)
        }
    }

    private func isOpened(by context: CommandContext) async -> Bool {
        do throws(BrokerError) {
            return try await VaultOpening(context: context).openInUse(broker)
        } catch {
            context.messages.note(OneLine.visible(error.message, length: 4096))
            return false
        }
    }

    private var isOpenedElsewhere: Bool {
        get async {
            context.messages.note("open it by another command, such as acctstore unlock: waiting for that")
            for _ in 0..<UnsavedLogIn.patience {
                if let overview = try? await broker.overview(nil, of: nil), overview.keychain.state == .open {
                    return true
                }
                do { try await Task.sleep(for: .seconds(1)) } catch { return false }
            }
            return false
        }
    }
}
