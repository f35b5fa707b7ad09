import AccountModel
import FoundationEssentials

/// Performs requests through another, and warns where an answer shows that this machine's clock is wrong: the agent
/// signs with the service's time then, but nobody else on this machine does.
struct ClockWatch: RequestPerforming {
    let performer: any RequestPerforming
    let messages: Messages
    /// Seconds since 1970.
    let clock: @Sendable () -> Int

    func perform(
        _ request: UnsignedRequest, body: Body?, as sender: RequestSender
    ) async throws(BrokerError) -> Response {
        let response = try await performer.perform(request, body: body, as: sender)
        let drift = ClockDrift.seconds(response.headers, now: Date(timeIntervalSince1970: Double(clock()))) ?? 0
        // A refusal for the time says so itself.
        if abs(drift) > ClockDrift.tolerance, response.status != 401 {
            messages.warning("\(ClockDrift.words(drift)), as the answer of the service tells")
        }
        return response
    }
}

extension CommandContext {
    /// A broker that warns of a wrong clock.
    func watched(_ broker: any Broker) -> ClockWatch {
        ClockWatch(performer: broker, messages: messages, clock: clock)
    }
}
