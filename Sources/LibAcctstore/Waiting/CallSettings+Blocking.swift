internal import AccountModel
internal import AgentClient

extension CallSettings {
    /// Does some work and blocks the calling thread until it has ended, was cancelled, or has taken too long.
    ///
    /// The work runs on the thread of the agent's client, so that no number of waiting threads, be they those of a host
    /// written in Swift, can hold it up. What is given up ends in the background, as a cancelled task.
    func blocking<Value: Sendable>(
        isWrite: Bool, _ work: @escaping @Sendable () async throws(BrokerError) -> Value
    ) throws(BrokerError) -> Value {
        if cancellation?.isTriggered == true { throw .cancelled }
        let outcome = Outcome<Value>()
        let registration = cancellation?.onTrigger {
            outcome.end(.failure(.givenUp(.cancelled, isWrite: isWrite)))
        }
        let task = AgentClient.task {
            do throws(BrokerError) {
                outcome.end(.success(try await work()))
            } catch {
                outcome.end(.failure(error))
            }
        }
        // Nothing for work that has ended.
        defer { task.cancel() }
        return try withExtendedLifetime(registration) { () throws(BrokerError) in
            try outcome.wait(atMost: timeout, else: .givenUp(.timedOut(after: timeout), isWrite: isWrite))
        }
    }
}
