public import AccountModel

/// What the agent tells of the accounts: ask again for what you show.
public enum AgentChange: Hashable, Sendable {
    /// An account of the service was added, changed or removed, by whatever program.
    case accounts(Service)
    /// What this program may do with accounts of the service is another than before. Of changes to those accounts it is
    /// told again once it has asked for them again.
    case access(Service)

    /// What changed.
    public var service: Service {
        switch self {
        case .accounts(let service), .access(let service): service
        }
    }
}
