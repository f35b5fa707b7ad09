import AccountModel

/// Lets one question at a time be put to the person on behalf of one program.
///
/// Whoever waited looks at the answers again before asking, so that many requests at once ask once.
actor QuestionTurns {
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    /// Runs `body` when no other of the same `key` runs.
    nonisolated func take<Result: Sendable>(
        _ key: String, _ body: () async throws(BrokerError) -> Result
    ) async throws(BrokerError) -> Result {
        await begin(key)
        do throws(BrokerError) {
            let result = try await body()
            await end(key)
            return result
        } catch {
            await end(key)
            throw error
        }
    }

    private func begin(_ key: String) async {
        guard waiting[key] != nil else {
            waiting[key] = []
            return
        }
        await withCheckedContinuation { waiting[key]?.append($0) }
    }

    private func end(_ key: String) {
        guard var queue = waiting[key], !queue.isEmpty else {
            waiting[key] = nil
            return
        }
        let next = queue.removeFirst()
        waiting[key] = queue
        next.resume()
    }
}
