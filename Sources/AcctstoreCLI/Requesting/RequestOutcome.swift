import AccountModel
import FoundationEssentials
import SocialClient

/// What the answer to a request means for the exit status.
struct RequestOutcome {
    let method: String
    let target: RequestPlace
    let broker: any Broker
    /// Seconds since 1970.
    let clock: @Sendable () -> Int

    /// Throws what an answer that is no success means.
    func check(_ response: Response, beginning: [UInt8]) async throws(BrokerError) {
        if (200..<300).contains(response.status) { return }
        let spoken = await broker.logInProtocol(of: target.acting)
        let verdict = RequestVerdict(
            response, beginning: beginning, method: method, actor: target.acting.actor,
            service: target.acting.service, host: target.host,
            now: Date(timeIntervalSince1970: Double(clock())), logInProtocol: spoken)
        guard let verdict else { return }
        if verdict.provesTokenDead, case .account(let account) = target.acting {
            try? await broker.noteRejectedCredential(of: account.id)
        }
        throw verdict.error
    }
}

extension Acting {
    /// As the client of a service knows it.
    var actor: ServiceActor {
        switch self {
        case .account(let account): .account(account)
        case .app(let name, _): .app(name)
        case .nobody: .nobody
        }
    }
}
