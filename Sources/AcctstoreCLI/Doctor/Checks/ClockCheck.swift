import AccountModel
import FoundationEssentials

/// This machine's clock against those of the services: a signature carries the time.
struct ClockCheck: Check {
    let overview: StoreOverview
    let context: CommandContext
    let options: Doctor.Options
    let broker: any Broker

    private static let name = "clock"
    private static let patience = Duration.seconds(35)

    func findings() async -> [Finding] {
        guard options.asksForTime else {
            return [.note(Self.name, "not compared with that of a service", next: "acctstore doctor --online")]
        }
        if let missing = MissingAccounts(overview) {
            return [missing.finding(Self.name, none: "there is no account whose service could be asked")]
        }
        var findings: [Finding] = []
        var asked: Set<Service> = []
        for account in overview.accounts where asked.insert(account.service).inserted {
            findings.append(await finding(for: account.service, of: account))
        }
        return findings
    }

    /// - Parameter account: one that is there, whose own command tells more of a trouble.
    private func finding(for service: Service, of account: Account) async -> Finding {
        let (broker, clock) = (broker, context.clock)
        let answer = await within(Self.patience) { () -> Result<Double?, BrokerError>? in
            do throws(BrokerError) {
                let profile = try await broker.profile(of: service)
                let response = try await broker.perform(
                    UnsignedRequest(method: "HEAD", url: profile.api), body: nil, as: .nobody)
                let now = Date(timeIntervalSince1970: Double(clock()))
                return .success(ClockDrift.seconds(response.headers, now: now))
            } catch {
                return .failure(error)
            }
        }
        let shown = Disclosure.service(service, options)
        switch answer {
        case .success(let drift?): return Self.finding(drift, shown)
        case .success(nil): return .note(Self.name, "\(shown) does not tell the time")
        case .failure(let error):
            return .problem(
                Self.name, "\(shown) cannot be asked: \(Disclosure.words(for: error))", code: error.code,
                next: NextCommand.verify(account))
        case nil:
            return .problem(
                Self.name, "\(shown) gave no answer within \(Self.patience.components.seconds) seconds",
                code: .unavailable, next: NextCommand.verify(account))
        }
    }

    private static func finding(_ drift: Double, _ shown: String) -> Finding {
        let words = "\(shown): \(Int(abs(drift))) seconds \(drift < 0 ? "behind" : "ahead of") this machine"
        guard abs(drift) > ClockDrift.tolerance else { return .ok(name, words) }
        return .problem(
            name, "\(words): \(ClockDrift.words(drift))", code: .serviceRefused, next: "sudo timedatectl set-ntp true")
    }
}
