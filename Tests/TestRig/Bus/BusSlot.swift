import Synchronization

/// Leave to have one of the few buses that run at once.
///
/// Every test starts as soon as it can, and dozens of buses and keyrings together would be slower than one after another.
/// Given back when the slot is let go; a test that holds two buses at once takes two.
final class BusSlot: Sendable {
    private struct State {
        var free = 8
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private static let state = Mutex(State())

    static func take() async -> BusSlot {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free == 0 {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
        return BusSlot()
    }

    private init() {}

    deinit {
        let next = Self.state.withLock { state in
            if state.waiting.isEmpty {
                state.free += 1
                return nil as CheckedContinuation<Void, Never>?
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
