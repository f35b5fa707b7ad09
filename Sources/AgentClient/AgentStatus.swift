public import AccountModel
internal import AgentProtocol
internal import GLibBridge
internal import Glibc

/// The agent that runs on this session's bus.
public struct AgentStatus: Hashable, Sendable {
    public var release: String
    public var processID: Int32
}

extension AgentClient {
    /// Seconds that a running agent has to answer, or to end.
    private static let patience = 5

    /// The agent that runs, without starting one; `nil` where none does.
    ///
    /// Throws `unavailable` where there is no session bus, or where the agent does not answer.
    public static func status(_ options: ConnectionOptions = ConnectionOptions()) async throws(BrokerError)
        -> AgentStatus?
    {
        let connection = try await SessionBus.connect(options)
        let processID: Int32
        let answer: BusMessage
        do throws(GLibError) {
            guard let owner = try await connection.owner(of: AgentNames.bus) else { return nil }
            processID = try await connection.processID(of: owner)
            answer = try await connection.call(
                destination: owner, path: AgentNames.path, interface: "org.freedesktop.DBus.Properties",
                method: "Get",
                arguments: [.string(AgentInterface.agent.rawValue), .string(AgentVersion.propertyName)],
                timeout: .seconds(patience))
        } catch {
            throw CallFailure(error, timeout: patience).explained(false)
        }
        return AgentStatus(release: try AgentVersion(answer).release, processID: processID)
    }

    /// Ends the agent that runs; false where none did. Within a second it finishes or refuses what it is doing.
    ///
    /// Throws `unavailable` where there is no session bus, or where the agent does not end.
    public static func stop(_ options: ConnectionOptions = ConnectionOptions()) async throws(BrokerError) -> Bool {
        let connection = try await SessionBus.connect(options)
        let processID: Int32
        do throws(GLibError) {
            guard let owner = try await connection.owner(of: AgentNames.bus) else { return false }
            processID = try await connection.processID(of: owner)
            guard kill(processID, SIGTERM) == 0 else {
                throw .invalidArgument("process \(processID) cannot be stopped")
            }
            let deadline = ContinuousClock.now + .seconds(patience)
            while ContinuousClock.now < deadline {
                if try await connection.owner(of: owner) == nil { return true }
                try? await Task.sleep(for: .milliseconds(20))
            }
        } catch {
            throw CallFailure(error, timeout: patience).explained(false)
        }
        throw BrokerError(
            .unavailable, "the agent (process \(processID)) did not end within \(patience) seconds",
            nextStep: "kill -9 \(processID)")
    }
}

extension BusConnection {
    /// The process behind a name, as the bus knows it.
    fileprivate func processID(of name: String) async throws(GLibError) -> Int32 {
        let answer = try await callBus("GetConnectionUnixProcessID", [.string(name)])
        guard let number = answer[0]?.uint32 else {
            throw .invalidArgument("the bus does not know the process of \(name)")
        }
        return Int32(clamping: number)
    }
}
