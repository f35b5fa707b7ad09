public import AccountModel
internal import AgentProtocol
internal import GLibBridge
internal import Glibc

/// The agent that runs on this session's bus.
public struct AgentStatus: Hashable, Sendable {
    /// The release that the agent is of.
    public var release: String
    /// Its process.
    public var processID: Int32
}

extension AgentClient {
    /// The agent that runs, without starting one; `nil` where none does.
    ///
    /// Throws `unavailable` where there is no session bus, or where the agent does not answer.
    public static func status(_ options: ConnectionOptions = ConnectionOptions()) async throws(BrokerError)
        -> AgentStatus?
    {
        guard let agent = try await RunningAgent.find(options) else { return nil }
        return AgentStatus(release: try await agent.version().release, processID: agent.processID)
    }

    /// Ends the agent that runs; false where none did. Within a second it finishes or refuses what it is doing.
    ///
    /// Throws `unavailable` where there is no session bus, or where the agent does not end.
    public static func stop(_ options: ConnectionOptions = ConnectionOptions()) async throws(BrokerError) -> Bool {
        guard let agent = try await RunningAgent.find(options) else { return false }
        try await agent.stop()
        return true
    }
}

/// The agent that has the name, held by its connection: one that takes over meanwhile is another one.
private struct RunningAgent {
    let processID: Int32
    private let connection: BusConnection
    private let uniqueName: String

    /// Seconds that an agent has to answer, or to end.
    private static let patience = 5

    static func find(_ options: ConnectionOptions) async throws(BrokerError) -> RunningAgent? {
        let connection = try await BusConnection.session(options)
        let owner = try await explained { () async throws(GLibError) in
            try await connection.owner(of: AgentNames.bus)
        }
        guard let owner else { return nil }
        let answer = try await explained { () async throws(GLibError) in
            try await connection.callBus("GetConnectionUnixProcessID", [.string(owner)])
        }
        let number = answer[0]?.uint32
        guard let number else { throw BrokerError(.failed, "the bus does not know the agent's process") }
        return RunningAgent(processID: Int32(bitPattern: number), connection: connection, uniqueName: owner)
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
            let owner = try await RunningAgent.explained { () async throws(GLibError) in
                try await connection.owner(of: uniqueName)
            }
            if owner == nil { return }
            try? await Task.sleep(for: .milliseconds(20))
        }
        throw BrokerError(
            .unavailable, "the agent (process \(processID)) did not end within \(RunningAgent.patience) seconds",
            nextStep: "kill -9 \(processID)")
    }

    private static func explained<Value>(
        _ body: () async throws(GLibError) -> Value
    ) async throws(BrokerError) -> Value {
        do throws(GLibError) {
            return try await body()
        } catch {
            throw CallFailure(error, timeout: patience).explained(false)
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
