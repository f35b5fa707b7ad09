internal import AccountModel
internal import AgentClient
internal import Synchronization

/// The connections of one handle: one for all calls that run to their end, and others, each for one call at a time that
/// may be given up.
///
/// The agent gives up a call, and takes back its question, when the connection that it came by ends. No other call may
/// be on that connection. One that was not given up serves the next such call.
final class ConnectionPool: Sendable {
    private struct State {
        var shared: AgentBroker?
        var idle: [AgentBroker] = []

        var openShared: AgentBroker? { shared.flatMap { $0.isClosed ? nil : $0 } }
    }

    private let state = Mutex(State())
    /// More than threads mostly are.
    private static let mostIdle = 8

    /// The connection for calls that run to their end; a new one where there is none, or the bus closed it.
    func shared() async throws(BrokerError) -> AgentBroker {
        if let open = state.withLock({ $0.openShared }) { return open }
        let new = try await ConnectionPool.connect()
        return state.withLock { state in
            // Another thread may have been faster.
            if let open = state.openShared { return open }
            state.shared = new
            return new
        }
    }

    /// A connection for one call that may be given up: give it back, or close it.
    func take() async throws(BrokerError) -> AgentBroker {
        while let idle = state.withLock({ $0.idle.popLast() }) {
            if !idle.isClosed { return idle }
        }
        return try await ConnectionPool.connect()
    }

    func giveBack(_ connection: AgentBroker) {
        state.withLock { state in
            if state.idle.count < ConnectionPool.mostIdle { state.idle.append(connection) }
        }
    }

    private static func connect() async throws(BrokerError) -> AgentBroker {
        try await AgentClient.connect(ConnectionOptions(agent: .any))
    }
}
