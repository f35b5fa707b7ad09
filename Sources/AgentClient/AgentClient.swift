public import AccountModel
internal import AgentProtocol
internal import GLibBridge

/// The way to the agent that keeps the accounts.
///
///     let broker = try await AgentClient.connect()
///     for account in try await broker.accounts(of: .twitter) { print(account.label) }
public enum AgentClient {
    /// The release that this library belongs to; the agent it works with has the same.
    public static var release: String { AgentVersion.current.release }

    /// A broker that speaks with the session's agent, which is started where none runs: by the bus, else from beside
    /// this program. An agent of another release is replaced, and finishes what it was doing.
    ///
    /// Where there is no session bus, the agent is this program's own, at the other end of a pair of sockets, and ends with
    /// this program. Where it keeps a vault open, it waits for the session's next programs instead, until it is idle.
    ///
    /// Throws `unavailable` where the bus belongs to another user or does not answer, and where no agent can be started; the
    /// message tells which, and what was tried.
    public static func connect(_ options: ConnectionOptions = ConnectionOptions()) async throws(BrokerError)
        -> AgentBroker
    {
        guard let bus = try await BusConnection.session(options) else {
            return AgentBroker(
                link: AgentLink(connection: try await PrivateAgent(options).connect(), options: options))
        }
        let link = AgentLink(connection: bus, options: options)
        try await link.settleVersion()
        return AgentBroker(link: link)
    }

    /// Starts work that mostly waits for the agent, on the thread on which the agent's answers arrive. It must not
    /// block.
    @discardableResult
    public static func task(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: thread, priority: .medium, operation: work)
    }

    /// All connections of a process share one.
    static let thread = GLibThread(name: "agent-client")
}
