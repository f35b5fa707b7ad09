import AccountModel
import FoundationEssentials
import Synchronization

/// Performs requests through another, and warns once where an answer shows that this machine's clock is wrong: the
/// agent signs with the service's time then, but nobody else on this machine does.
final class ClockWatch: RequestPerforming {
    private let performer: any RequestPerforming
    private let messages: Messages
    private let clock: @Sendable () -> Int
    private let hasWarned = Mutex(false)

    /// - Parameter clock: seconds since 1970.
    init(_ performer: any RequestPerforming, messages: Messages, clock: @escaping @Sendable () -> Int) {
        self.performer = performer
        self.messages = messages
        self.clock = clock
    }

    func perform(
        _ request: UnsignedRequest, body: Body?, as sender: RequestSender
    ) async throws(BrokerError) -> Response {
        let response = try await performer.perform(request, body: body, as: sender)
        let drift = ClockDrift.seconds(response.headers, now: Date(timeIntervalSince1970: Double(clock()))) ?? 0
        // A refusal for the time says so itself.
        if abs(drift) > ClockDrift.tolerance, response.status != 401 { warn(of: drift) }
        return response
    }

    private func warn(of drift: Double) {
        let isFirst = hasWarned.withLock { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
        if isFirst { messages.warning("\(ClockDrift.words(drift)), as the answer of the service tells") }
    }
}

extension CommandContext {
    /// A broker that warns of a wrong clock.
    func watched(_ broker: any Broker) -> ClockWatch {
        ClockWatch(broker, messages: messages, clock: clock)
    }
}
