internal import AccountModel
internal import AgentProtocol
internal import GLibBridge

extension BusConnection {
    /// The person's session bus; `nil` where there is none. One that cannot be used is an error, and never passed over.
    static func session(_ options: ConnectionOptions) async throws(BrokerError) -> BusConnection? {
        do throws(SessionBusError) {
            return try await session(environment: options.environment, on: AgentClient.thread)
        } catch {
            if error == .noAddress { return nil }
            throw error.explained(in: options.environment)
        }
    }
}
