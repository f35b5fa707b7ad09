public import AccountModel
internal import AgentProtocol

/// Log-ins, each with the agent that began it: no other knows of it, and where another release takes the name meanwhile,
/// the old agent stays for this.
extension AgentBroker {
    public func beginLogIn(_ request: LogInRequest) async throws(BrokerError) -> LogInStep {
        let call = BeginLogIn(request: request)
        if let agent = await link.currentAgent(), let step = try await link.call(call, of: agent) {
            return step.naming(agent)
        }
        return try await link.call(call)
    }

    public func continueLogIn(
        _ handle: LogInHandle, with answer: LogInAnswer
    ) async throws(BrokerError) -> LogInStep {
        let (handle, agent) = handle.parts
        let call = ContinueLogIn(handle: handle, answer: answer)
        guard let agent else { return try await link.call(call) }
        guard let step = try await link.call(call, of: agent) else {
            throw BrokerError(
                .unavailable, "the agent that this log-in was begun with has ended; no account was stored",
                nextStep: "run the command again")
        }
        return step.naming(agent)
    }

    public func cancelLogIn(_ handle: LogInHandle) async {
        let (handle, agent) = handle.parts
        let call = CancelLogIn(handle: handle)
        // An agent that is gone has forgotten the log-in already.
        if let agent { _ = try? await link.call(call, of: agent) } else { _ = try? await link.call(call) }
    }
}

extension LogInStep {
    /// With the agent's name in the handle.
    fileprivate func naming(_ agent: String) -> LogInStep {
        switch self {
        case .visit(let visit, let handle): .visit(visit, handle.naming(agent))
        case .askAgain(let why, let remaining, let handle):
            .askAgain(why: why, remaining: remaining, handle.naming(agent))
        case .confirmAccount(let username, let service, let handle):
            .confirmAccount(username: username, service, handle.naming(agent))
        case .confirmReplacement(let account, let handle): .confirmReplacement(of: account, handle.naming(agent))
        case .unsaved(let why, let handle): .unsaved(why: why, handle.naming(agent))
        case .done, .overtaken: self
        }
    }
}

extension LogInHandle {
    /// No unique name of a bus has it.
    private static let separator: Character = "@"

    fileprivate func naming(_ agent: String) -> LogInHandle {
        LogInHandle(rawValue: "\(rawValue)\(LogInHandle.separator)\(agent)")
    }

    /// The agent's own handle, and the agent where it is known.
    fileprivate var parts: (LogInHandle, agent: String?) {
        guard let end = rawValue.lastIndex(of: LogInHandle.separator) else { return (self, nil) }
        return (LogInHandle(rawValue: String(rawValue[..<end])), String(rawValue[rawValue.index(after: end)...]))
    }
}
