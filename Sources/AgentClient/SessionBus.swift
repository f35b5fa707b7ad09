internal import AccountModel
internal import AgentProtocol
internal import GLibBridge

extension BusConnection {
    /// The person's session bus, with words for its absence.
    static func session(_ options: ConnectionOptions) async throws(BrokerError) -> BusConnection {
        do throws(SessionBusError) {
            return try await session(environment: options.environment, on: AgentClient.thread)
        } catch {
            throw error.explained
        }
    }
}
