public import AccountStore
public import FoundationEssentials
import Synchronization

/// A clock that stands still until it is moved, with nonces and UUIDs that count up.
public final class FixedClock: WallClock {
    private struct State: Sendable {
        var now: Date
        var nonces = 0
        var uuids = 0
    }

    private let state: Mutex<State>

    /// - Parameter seconds: since 1970.
    public init(at seconds: Double = 1_700_000_000) {
        state = Mutex(State(now: Date(timeIntervalSince1970: seconds)))
    }

    public func now() -> Date {
        state.withLock { $0.now }
    }

    public func advance(by seconds: Double) {
        state.withLock { $0.now.addTimeInterval(seconds) }
    }

    public func nonce() -> String {
        state.withLock { state in
            state.nonces += 1
            return "nonce\(state.nonces)"
        }
    }

    public func uuid() -> String {
        state.withLock { state in
            state.uuids += 1
            let digits = String(state.uuids)
            return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        }
    }
}
