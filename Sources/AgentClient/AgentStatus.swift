public import AccountModel
internal import AgentProtocol
internal import GLibBridge
internal import Glibc

/// The agent that runs in this session.
public struct AgentStatus: Hashable, Sendable {
    /// The release that the agent is of.
    public var release: String
    /// Its process.
    public var processID: Int32
    /// Where programs find it: its name on the session's bus, or the path of a socket where there is no bus.
    public var place: String
}

extension AgentClient {
    /// The agent that runs, without starting one; `nil` where none does. One that serves a single command is nobody else's,
    /// and not told.
    ///
    /// Throws `unavailable` where the session bus cannot be used, or where the agent does not answer.
    public static func status(_ options: ConnectionOptions = ConnectionOptions()) async throws(BrokerError)
        -> AgentStatus?
    {
        guard let agent = try await RunningAgent.find(options) else { return nil }
        return AgentStatus(release: try await agent.version().release, processID: agent.processID, place: agent.place)
    }

    /// Ends the agent that runs; false where none did. Within a second it finishes or refuses what it is doing.
    ///
    /// Throws `unavailable` where the session bus cannot be used, or where the agent does not end.
    public static func stop(_ options: ConnectionOptions = ConnectionOptions()) async throws(BrokerError) -> Bool {
        guard let agent = try await RunningAgent.find(options) else { return false }
        try await agent.stop()
        return true
    }
}

/// The agent that has the name, held by its connection: one that takes over meanwhile is another one.
private struct RunningAgent {
    let processID: Int32
    let place: String
    private let connection: BusConnection
    /// Without a bus, the name that the connection itself has for it.
    private let uniqueName: String

    /// Seconds that an agent has to answer, or to end.
    private static let patience = 5

    static func find(_ options: ConnectionOptions) async throws(BrokerError) -> RunningAgent? {
        guard let connection = try await BusConnection.session(options) else { return try await findPrivate(options) }
        let owner = try await explained { () async throws(GLibError) in
            try await connection.owner(of: AgentNames.bus)
        }
        guard let owner else { return nil }
        let answer = try await explained { () async throws(GLibError) in
            try await connection.callBus("GetConnectionUnixProcessID", [.string(owner)])
        }
        let number = answer[0]?.uint32
        guard let number else { throw BrokerError(.failed, "the bus does not know the agent's process") }
        return RunningAgent(
            processID: Int32(bitPattern: number), place: AgentNames.bus, connection: connection, uniqueName: owner)
    }

    private static func findPrivate(_ options: ConnectionOptions) async throws(BrokerError) -> RunningAgent? {
        let agent = PrivateAgent(options)
        guard let path = agent.path, let found = try await agent.waiting() else { return nil }
        return RunningAgent(
            processID: found.process.pid, place: path, connection: found.connection, uniqueName: PrivateAgent.name)
    }

    func version() async throws(BrokerError) -> AgentVersion {
        let answer = try await RunningAgent.explained { () async throws(GLibError) in
            try await connection.readVersion(of: uniqueName, timeout: RunningAgent.patience)
        }
        return try AgentVersion(answer)
    }

    func stop() async throws(BrokerError) {
        guard kill(processID, SIGTERM) == 0 else {
            throw BrokerError(.failed, "the agent (process \(processID)) cannot be told to end")
        }
        let deadline = ContinuousClock.now + .seconds(RunningAgent.patience)
        while ContinuousClock.now < deadline {
            if try await isGone() { return }
            try? await Task.sleep(for: .milliseconds(20))
        }
        throw BrokerError(
            .unavailable, "the agent (process \(processID)) did not end within \(RunningAgent.patience) seconds",
            nextStep: "kill -9 \(processID)")
    }

    private func isGone() async throws(BrokerError) -> Bool {
        guard connection.isOnBus else { return connection.isClosed }
        return try await RunningAgent.explained { () async throws(GLibError) in
            try await connection.owner(of: uniqueName)
        } == nil
    }

    private static func explained<Value>(
        _ body: () async throws(GLibError) -> Value
    ) async throws(BrokerError) -> Value {
        do throws(GLibError) {
            return try await body()
        } catch {
            throw CallFailure(error, timeout: patience, isOnBus: true).explained(false)
        }
    }
}

extension BusConnection {
    /// Reads the property `Version` of an agent.
    func readVersion(of name: String, timeout: Int) async throws(GLibError) -> BusMessage {
        try await call(
            destination: name, path: AgentNames.path, interface: "org.freedesktop.DBus.Properties", method: "Get",
            arguments: [.string(AgentInterface.agent.rawValue), .string(AgentVersion.propertyName)],
            timeout: .seconds(timeout))
    }
}
