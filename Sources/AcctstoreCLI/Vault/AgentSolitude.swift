import Synchronization

/// Hears whether the agent of this command ends with it, though it keeps a vault that the next command will need.
final class AgentSolitude: Sendable {
    private let told = Mutex<String?>(nil)

    /// Why; `nil` where the agent stays, or nobody needs it.
    var reason: String? { told.withLock { $0 } }

    @Sendable func hear(_ reason: String) {
        told.withLock { $0 = reason }
    }

    /// What the person is told.
    static func words(_ reason: String) -> String {
        "each command asks for the vault's passphrase, since no agent can wait for the next one: \(reason)"
    }

    /// Whether commands could share an agent: a job of cron has no session, and misses nothing.
    static func isSession(_ environment: Environment) -> Bool {
        environment["XDG_RUNTIME_DIR"]?.isEmpty == false
    }
}
