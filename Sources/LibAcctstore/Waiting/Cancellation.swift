internal import Synchronization

/// What a host ends calls with, from another thread than theirs. Once triggered, it stays so.
final class Cancellation: Sendable {
    /// A call that wants to be told; forgotten when this object goes.
    final class Registration: Sendable {
        private let cancellation: Cancellation
        private let number: UInt64

        fileprivate init(_ cancellation: Cancellation, _ number: UInt64) {
            self.cancellation = cancellation
            self.number = number
        }

        deinit {
            let number = number
            cancellation.state.withLock { _ = $0.actions.removeValue(forKey: number) }
        }
    }

    private struct State {
        var isTriggered = false
        var actions: [UInt64: @Sendable () -> Void] = [:]
        var last: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Calls `action` when it is triggered; at once where it was.
    func onTrigger(_ action: @escaping @Sendable () -> Void) -> Registration {
        let (number, isLate) = state.withLock { state in
            state.last += 1
            if !state.isTriggered { state.actions[state.last] = action }
            return (state.last, state.isTriggered)
        }
        if isLate { action() }
        return Registration(self, number)
    }

    var isTriggered: Bool { state.withLock(\.isTriggered) }

    func trigger() {
        let actions = state.withLock { state in
            state.isTriggered = true
            defer { state.actions = [:] }
            return state.actions.values
        }
        for action in actions { action() }
    }
}
