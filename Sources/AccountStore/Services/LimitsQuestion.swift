import AccountModel
import FoundationEssentials
import Synchronization

/// Asks a server how long a post may be there, where its description says that it can be asked.
///
/// Nothing of the person goes along. A server that does not answer, or not with sense, has the limits of its description.
struct LimitsQuestion: Sendable {
    let parts: StoreParts
    let description: ServiceDescription

    /// A post is not kept waiting for longer, in seconds.
    private static let patience = 5
    /// A longer answer says nothing that is wanted, in bytes.
    private static let longestAnswer = 1 << 20

    /// The profile with the limits that hold at the server.
    func profile() async -> ServiceProfile {
        var profile = description.profile
        guard let limits = await limits() else { return profile }
        profile.textLimit = limits.textLimit
        profile.urlLength = limits.urlLength ?? profile.urlLength
        return profile
    }

    private func limits() async -> PostLimits? {
        let addresses = description.limitAddresses
        guard !addresses.isEmpty else { return nil }
        if let known = parts.limits.answer(addresses, at: parts.clock.now()) { return known.limits }
        var found: PostLimits?
        for address in addresses where found == nil {
            guard let answer = await answer(at: address) else { continue }
            found = PostLimits(answer.span)
        }
        parts.limits.keep(found, from: addresses, at: parts.clock.now())
        return found
    }

    /// The body of a 200.
    private func answer(at address: String) async -> [UInt8]? {
        guard let timeout = try? parts.settings().timeout else { return nil }
        let request = TransportRequest(
            method: "GET", url: address, headers: [HeaderField("Accept", "application/json")],
            timeout: min(timeout, LimitsQuestion.patience),
            mayUseOwnAuthorities: description.source != nil)
        guard let response = try? await parts.transport.send(request), response.status == 200 else { return nil }
        return try? await response.body.collect(upTo: LimitsQuestion.longestAnswer)
    }
}

/// What servers said of their limits: a post a minute must not ask each time.
final class KnownLimits: Sendable {
    struct Answer: Sendable {
        /// `nil` where the server did not say.
        var limits: PostLimits?
        fileprivate var expires: Date
    }

    /// Seconds that an answer holds, and that a server which gave none is left alone.
    private static let (longLife, shortLife) = (86_400.0, 300.0)

    private let answers = Mutex<[[String]: Answer]>([:])

    func answer(_ addresses: [String], at now: Date) -> Answer? {
        answers.withLock { $0[addresses].flatMap { $0.expires > now ? $0 : nil } }
    }

    func keep(_ limits: PostLimits?, from addresses: [String], at now: Date) {
        let life = limits == nil ? KnownLimits.shortLife : KnownLimits.longLife
        answers.withLock { $0[addresses] = Answer(limits: limits, expires: now.addingTimeInterval(life)) }
    }
}
