public import AccountStore
public import FoundationEssentials
public import SecretBytes
import Synchronization

/// A clock that stands still until it is moved, with nonces and UUIDs that count up.
public final class FixedClock: WallClock {
    private struct State: Sendable {
        var now: Date
        var nonces = 0
        var uuids = 0
        var octets: UInt8 = 0
        var pauses: [Double] = []
    }

    private let state: Mutex<State>
    private let fixedNonce: String?

    /// - Parameters:
    ///   - seconds: since 1970.
    ///   - nonce: given each time, for a signature that was worked out elsewhere; `nil` counts up.
    public init(at seconds: Double = 1_700_000_000, nonce: String? = nil) {
        fixedNonce = nonce
        state = Mutex(State(now: Date(timeIntervalSince1970: seconds)))
    }

    public func now() -> Date {
        state.withLock { $0.now }
    }

    /// Moves the clock on by so many seconds; back, where they are negative.
    public func advance(by seconds: Double) {
        state.withLock { $0.now.addTimeInterval(seconds) }
    }

    public func nonce() -> String {
        if let fixedNonce { return fixedNonce }
        return state.withLock { state in
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

    /// Octets that count up.
    public func randomOctets(_ count: Int) -> SecretBytes {
        state.withLock { state in
            var octets = SecretBytes(capacity: count)
            for _ in 0..<count {
                octets.append(state.octets)
                state.octets &+= 1
            }
            return octets
        }
    }

    /// Moves the clock on instead of waiting.
    public func pause(_ seconds: Double) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.now.addTimeInterval(seconds)
            state.pauses.append(seconds)
        }
    }

    /// The seconds of each pause so far.
    public var pauses: [Double] { state.withLock { $0.pauses } }
}
