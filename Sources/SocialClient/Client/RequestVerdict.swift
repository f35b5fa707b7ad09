public import AccountModel
public import FoundationEssentials

/// What the answer to a request of the person's own means, where it is no success.
public struct RequestVerdict: Sendable {
    /// What happened, with a status and a next step.
    public let error: BrokerError
    /// Whether the service said that the account's token is no longer valid.
    public let provesTokenDead: Bool

    /// `nil` for an answer that is a success.
    ///
    /// - Parameters:
    ///   - method: of the request: on it depends what may be concluded from a failure.
    ///   - response: its body may have been read.
    ///   - beginning: of that body, as far as a reason can be expected in it.
    ///   - actor: who sent the request, for messages.
    ///   - service: at which it is, for the next steps.
    ///   - host: of the service, for messages.
    ///   - now: the time, by which a limit that ends is told.
    ///   - logInProtocol: what the app of the actor speaks; `nil` where that is not known.
    public init?(
        _ response: Response, beginning: [UInt8], method: String, actor: ServiceActor, service: Service, host: String,
        now: Date, logInProtocol: LogInProtocol? = .oauth1
    ) {
        guard !(200..<300).contains(response.status) else { return nil }
        let fault = ServiceFault(body: beginning)
        let interpreter = AnswerInterpreter(
            actor: actor, service: service, host: host,
            attempt: .request(isWrite: Permissions(method: method) != .read), now: now,
            logInProtocol: logInProtocol)
        error = interpreter.error(
            for: AnswerInterpreter.Answer(status: response.status, headers: response.headers, fault: fault))
        provesTokenDead = fault.code == TwitterCode.invalidToken
    }
}
