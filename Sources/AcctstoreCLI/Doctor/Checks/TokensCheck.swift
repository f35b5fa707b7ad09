import AccountModel
import SocialClient

/// Whether the services still take the log-ins.
struct TokensCheck: Check {
    let overview: StoreOverview
    let context: CommandContext
    let options: Doctor.Options
    /// The one of a command that uses accounts; `nil` where none is wanted.
    let broker: Result<any Broker, BrokerError>?

    private static let name = "tokens"

    func findings() async -> [Finding] {
        guard let reached = broker else {
            return [.note(Self.name, "no service was asked for them", next: "acctstore doctor --tokens")]
        }
        let broker: any Broker
        do throws(BrokerError) {
            broker = try reached.get()
        } catch {
            return [Finding.problem(Self.name, error).goingOn(with: "acctstore unlock")]
        }
        if let missing = MissingAccounts(overview) {
            return [missing.finding(Self.name, none: "there is no account to ask for")]
        }
        var findings: [Finding] = []
        for account in overview.accounts { findings.append(await finding(for: account, by: broker)) }
        return findings
    }

    private func finding(for account: Account, by broker: any Broker) async -> Finding {
        let label = "account \(Disclosure.label(of: account, options))"
        do throws(BrokerError) {
            guard try await broker.profile(of: account.service).dialect != .none else {
                return .note(Self.name, "\(label): its service is only signed for, and cannot be asked")
            }
            _ = try await context.client(of: .account(account), by: broker).verify()
            return .ok(Self.name, "\(label): valid")
        } catch {
            let next =
                error.code == .credentialRejected
                ? NextCommand.logIn(again: account) : NextCommand.verify(account)
            return .problem(Self.name, "\(label): \(Disclosure.words(for: error))", code: error.code, next: next)
        }
    }
}
