import AccountModel
import SocialClient

/// Whether the services still take the log-ins.
struct TokensCheck: Check {
    let overview: StoreOverview
    let context: CommandContext
    let options: Doctor.Options

    private static let name = "tokens"

    func findings() async -> [Finding] {
        guard options.asksForTokens else {
            return [.note(Self.name, "no service was asked for them", next: "acctstore doctor --tokens")]
        }
        // As any command that uses an account: it may ask for a passphrase, and renews a token that has ended.
        let broker: any Broker
        do throws(BrokerError) {
            broker = try await context.connect()
        } catch {
            return [.problem(Self.name, error)]
        }
        var findings: [Finding] = []
        for account in overview.accounts { findings.append(await finding(for: account, by: broker)) }
        return findings.isEmpty ? [.note(Self.name, "there is no account to ask for")] : findings
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
                ? NextCommand.logIn(again: account) : "acctstore verify -v \(account.number)"
            return .problem(Self.name, "\(label): \(Disclosure.words(for: error))", code: error.code, next: next)
        }
    }
}
