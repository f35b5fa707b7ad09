import Synchronization

/// Looks again and again after what is to go in time, also when no request comes any more.
package final class Sweeper: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        /// Whether something came since the last look began.
        var isWanted = false
    }

    private let state = Mutex(State())
    /// How soon a shorter span holds for what is there already.
    private static let longestSleep = Duration.seconds(30)

    package init() {}

    deinit { state.withLock { $0.task?.cancel() } }

    /// Begins, where it has not: for when something came that is to go.
    ///
    /// - Parameter look: drops what is due, and tells when the next is; `nil` where nothing is left, which ends it.
    package func begin(_ look: @escaping @Sendable () async -> ContinuousClock.Instant?) {
        state.withLock { state in
            state.isWanted = true
            guard state.task == nil else { return }
            state.task = Task { [weak self] in
                while let due = await self?.next(look) {
                    try? await Task.sleep(until: min(due, .now + Sweeper.longestSleep))
                }
            }
        }
    }

    private func next(_ look: @Sendable () async -> ContinuousClock.Instant?) async -> ContinuousClock.Instant? {
        while !Task.isCancelled {
            state.withLock { $0.isWanted = false }
            if let due = await look() { return due }
            let isOver = state.withLock { state in
                if !state.isWanted { state.task = nil }
                return !state.isWanted
            }
            if isOver { return nil }
        }
        return nil
    }
}
