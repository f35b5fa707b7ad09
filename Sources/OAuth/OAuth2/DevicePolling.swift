/// How often a service is asked whether the person has allowed the access on another device (RFC 8628, section 3.5).
public struct DevicePolling: Hashable, Sendable {
    /// What a service answers before there is a token.
    public enum Answer: Hashable, Sendable {
        /// `authorization_pending`
        case pending
        /// `slow_down`
        case slowDown
        /// None came.
        case unreachable
    }

    /// Where the service names none.
    private static let usualInterval = 5.0
    /// A service that says less is asked no more often.
    private static let shortestInterval = 1.0
    private static let longestInterval = 300.0

    /// Seconds until the next question.
    public private(set) var interval: Double
    /// Seconds that are left before the code is good for nothing.
    public private(set) var left: Double

    /// - Parameters:
    ///   - interval: seconds, as the service said; `nil` where it did not. One that is none, or longer than the code lives, is
    ///     taken for not said: the service would never be asked.
    ///   - life: seconds that the code lives.
    public init(interval: Double?, life: Double) {
        let said = interval.flatMap { $0 >= 0 && $0 <= life ? $0 : nil }
        let wanted = said ?? min(DevicePolling.usualInterval, life / 2)
        self.interval = min(
            max(wanted, DevicePolling.shortestInterval), DevicePolling.longestInterval, max(life, 0))
        left = life
    }

    /// Whether the code may still be good after the next pause.
    public var goesOn: Bool { left >= interval }

    /// The pause was made.
    public mutating func pause() {
        left -= interval
    }

    /// Takes an answer: slower by five seconds where the service says so, and half as often where it is not reached.
    public mutating func take(_ answer: Answer) {
        switch answer {
        case .pending: break
        case .slowDown: interval = min(interval + 5, DevicePolling.longestInterval)
        case .unreachable: interval = min(interval * 2, DevicePolling.longestInterval)
        }
    }
}
