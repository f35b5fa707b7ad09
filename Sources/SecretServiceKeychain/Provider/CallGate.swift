internal import Synchronization

/// Lets so many calls run at a time; the others wait, in their order.
///
/// A bus holds only so many unanswered calls of one connection (dbus-daemon 128, where its configuration says nothing)
/// and refuses every further one: a keyring with more items than that could otherwise not be read, and one program's
/// many requests would break another's.
final class CallGate: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    /// - Parameter limit: below what a bus takes, with room for the calls that libsecret makes on the same connection.
    init(limit: Int = 96) {
        state = Mutex(State(free: limit))
    }

    /// Runs a call once there is room for it. Each has a time-out of its own, so this waits for a time that ends.
    func run<Value: Sendable, Failure: Error>(
        _ call: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        await enter()
        defer { leave() }
        return try await call()
    }

    private func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
