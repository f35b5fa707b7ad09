/// Lets one task at a time do what others would do too, in the order of asking: put a question to the person, for one
/// program or on one terminal.
///
/// Whoever waited looks again before it begins: what it was about to do may be done.
package actor Turns<Key: Hashable & Sendable> {
    private struct Waiting {
        var number: UInt64
        /// Ends when the turn comes, and with the task that waits.
        var turn: AsyncStream<Void>.Continuation
    }

    private enum Entry {
        case turn
        case wait(UInt64, AsyncStream<Void>)
        case full
    }

    /// Those who wait, by key; an entry while somebody has the turn.
    private var waiting: [Key: [Waiting]] = [:]
    private var last: UInt64 = 0

    package init() {}

    /// Runs `body` when no other of the same `key` runs.
    ///
    /// A task that is cancelled while it waits leaves the line, and runs `body` at once beside the one whose turn it is,
    /// to come to nothing as a cancelled task does: `body` looks at that first.
    ///
    /// - Parameters:
    ///   - limit: how many may wait.
    ///   - refusal: what is thrown where so many wait already.
    package nonisolated func take<Result: Sendable, Failure: Error>(
        _ key: Key, behindAtMost limit: Int = .max, else refusal: Failure? = nil,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        var hasTurn = true
        switch await enter(key, limit) {
        case .turn: break
        case .wait(let number, let turn):
            for await _ in turn {}
            hasTurn = await !leave(key, number)
        case .full:
            if let refusal { throw refusal }
            hasTurn = false
        }
        do throws(Failure) {
            let result = try await body()
            if hasTurn { await end(key) }
            return result
        } catch {
            if hasTurn { await end(key) }
            throw error
        }
    }

    private func enter(_ key: Key, _ limit: Int) -> Entry {
        guard let queue = waiting[key] else {
            waiting[key] = []
            return .turn
        }
        guard queue.count < limit else { return .full }
        last += 1
        let (stream, turn) = AsyncStream<Void>.makeStream()
        waiting[key] = queue + [Waiting(number: last, turn: turn)]
        return .wait(last, stream)
    }

    /// Leaves the line; false for one whose turn has come.
    private func leave(_ key: Key, _ number: UInt64) -> Bool {
        guard let index = waiting[key]?.firstIndex(where: { $0.number == number }) else { return false }
        waiting[key]?.remove(at: index)
        return true
    }

    private func end(_ key: Key) {
        guard var queue = waiting[key], !queue.isEmpty else {
            waiting[key] = nil
            return
        }
        let next = queue.removeFirst()
        waiting[key] = queue
        next.turn.finish()
    }
}
