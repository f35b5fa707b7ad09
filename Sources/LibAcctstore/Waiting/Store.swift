internal import AccountModel
internal import AgentClient

/// What a handle of the C interface stands for.
final class Store: Sendable {
    private let connections = ConnectionPool()

    /// Makes the connection that most calls use.
    func connect(_ settings: CallSettings) throws(BrokerError) {
        try settings.blocking(isWrite: false) { [connections] () async throws(BrokerError) in
            _ = try await connections.shared()
        }
    }

    /// Makes a call and blocks the calling thread until it has ended.
    ///
    /// - Parameter isWrite: whether the call does something at a service that must not be done twice.
    func call<Value: Sendable>(
        _ settings: CallSettings, isWrite: Bool = false,
        _ body: @escaping @Sendable (AgentBroker) async throws(BrokerError) -> Value
    ) throws(BrokerError) -> Value {
        try settings.blocking(isWrite: isWrite) { [connections] () async throws(BrokerError) -> Value in
            guard settings.mayBeGivenUp else {
                return try await body(connections.shared().with(settings.apply(to:)))
            }
            let connection = try await connections.take()
            let broker = connection.with(settings.apply(to:))
            let result: Result<Value, BrokerError>
            do throws(BrokerError) { result = .success(try await body(broker)) } catch { result = .failure(error) }
            if Task.isCancelled { await connection.close() } else { connections.giveBack(connection) }
            return try result.get()
        }
    }
}
