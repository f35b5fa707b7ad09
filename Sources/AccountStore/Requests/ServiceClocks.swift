import AccountModel
import FoundationEssentials
import OAuth
import Synchronization

/// By how much the clocks of servers differ from this machine's, as far as their refusals showed it.
///
/// Kept in memory, for one scheme, host and port each: whoever is at fault, the server's clock is the one that counts.
final class ServiceClocks: Sendable {
    private let offsets = Mutex<[String: Double]>([:])

    /// Below this the clocks agree again: `Date` has whole seconds and was under way.
    private static let agreement = 5.0

    /// Seconds to add to this machine's time in a signature for a server.
    func offset(for url: RequestURL) -> Double {
        offsets.withLock { $0[url.origin] ?? 0 }
    }

    /// Has a signed request sent; and once more, signed with the server's time, where it is refused because of the time.
    ///
    /// A 401 proves that nothing was done, so that this holds for a request that writes too. There is never a third try.
    ///
    /// - Parameters:
    ///   - isRepeatable: whether the request can be sent again as it was.
    ///   - send: is given the seconds to add to this machine's time.
    func inTime<Answer: DatedAnswer>(
        for url: RequestURL, by clock: any WallClock, isRepeatable: Bool,
        _ send: (Double) async throws(BrokerError) -> Answer
    ) async throws(BrokerError) -> Answer {
        let used = offset(for: url)
        let answer = try await send(used)
        let ahead = ClockDrift.seconds(answer.headers, now: clock.now())
        guard isRepeatable, let ahead, ServiceClocks.blamesTime(answer, off: abs(ahead - used)) else {
            follow(ahead, url)
            return answer
        }
        let second = try await send(ahead)
        // Where it is refused all the same, the time was not the cause, or what `Date` says is not what counts.
        offsets.withLock { $0[url.origin] = second.status == 401 ? (used == 0 ? nil : used) : ahead }
        return second
    }

    /// - Parameter seconds: between the time in the signature and the server's.
    private static func blamesTime(_ answer: some DatedAnswer, off seconds: Double) -> Bool {
        guard answer.status == 401 else { return false }
        return seconds > ClockDrift.tolerance || (seconds >= 2 && answer.code == TwitterCode.wrongTime)
    }

    /// An offset that is kept follows the server's clock, and ends when the clocks agree again.
    private func follow(_ ahead: Double?, _ url: RequestURL) {
        guard let ahead else { return }
        offsets.withLock { offsets in
            guard offsets[url.origin] != nil else { return }
            offsets[url.origin] = abs(ahead) <= ServiceClocks.agreement ? nil : ahead
        }
    }
}

/// An answer as far as it tells the time, and whether the time was wrong.
protocol DatedAnswer: Sendable {
    var status: Int { get }
    var headers: [HeaderField] { get }
    /// The service's own number for the trouble.
    var code: Int? { get }
}

extension RequestURL {
    /// What a clock belongs to.
    fileprivate var origin: String { "\(scheme)://\(host):\(port)" }
}
