/// Lets one task at a time do what others would do too, in the order of asking: put a question to the person, for one
/// program or on one terminal.
///
/// Whoever waited looks again before it begins: what it was about to do may be done.
package actor Turns<Key: Hashable & Sendable> {
    /// Those who wait, by key; an entry while somebody has the turn.
    private var waiting: [Key: [CheckedContinuation<Void, Never>]] = [:]

    package init() {}

    /// Runs `body` when no other of the same `key` runs.
    package nonisolated func take<Result: Sendable, Failure: Error>(
        _ key: Key, _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        await begin(key)
        do throws(Failure) {
            let result = try await body()
            await end(key)
            return result
        } catch {
            await end(key)
            throw error
        }
    }

    private func begin(_ key: Key) async {
        guard waiting[key] != nil else {
            waiting[key] = []
            return
        }
        await withCheckedContinuation { waiting[key]?.append($0) }
    }

    private func end(_ key: Key) {
        guard var queue = waiting[key], !queue.isEmpty else {
            waiting[key] = nil
            return
        }
        let next = queue.removeFirst()
        waiting[key] = queue
        next.resume()
    }
}
