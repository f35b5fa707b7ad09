internal import AccountModel
internal import GLibBridge

/// A call without an answer, or with an error for one.
struct CallFailure {
    private let error: GLibError
    private let timeout: Int
    private let isOnBus: Bool

    /// - Parameter isOnBus: whether there is a bus between this program and the agent.
    init(_ error: GLibError, timeout: Int, isOnBus: Bool) {
        self.error = error
        self.timeout = timeout
        self.isOnBus = isOnBus
    }

    /// In words for the person.
    ///
    /// - Parameter isWrite: whether the agent may have done something that must not be done twice: then the outcome is
    ///   unknown wherever the agent may have heard the call.
    func explained(_ isWrite: Bool) -> BrokerError {
        if let name = error.remoteName, let known = BrokerError(dbusName: name, dbusMessage: error.message) {
            return known
        }
        switch error.kind {
        case .noReply:
            let cause = "the agent ended before it answered"
            return unanswered(isWrite, isWrite ? cause : "\(cause); an open question counts as not answered")
        case .timedOut:
            return unanswered(
                isWrite, "the agent did not answer within \(timeout) seconds", nextStep: CallFailure.doctor)
        case .disconnected:
            return unanswered(
                isWrite,
                isOnBus ? "the connection to the session bus was lost" : "the agent ended before it answered")
        case .cancelled:
            return isWrite ? unanswered(true, "the request was cancelled") : BrokerError(.cancelled, "cancelled")
        case .noProvider:
            return BrokerError(
                .unavailable, "no agent runs, and the bus cannot start one: \(error.message)",
                nextStep: CallFailure.doctor)
        case .accessDenied:
            return BrokerError(
                .unavailable, "the bus does not let this program speak with the agent", nextStep: CallFailure.doctor)
        case .invalidArgument:
            return BrokerError(.invalidArgument, error.message)
        case .other:
            return BrokerError(.failed, "the agent did not understand the call: \(error.message)")
        }
    }

    /// Where what happened does not tell why.
    private static let doctor = "acctstore doctor"

    private func unanswered(_ isWrite: Bool, _ cause: String, nextStep: String = "try again") -> BrokerError {
        guard isWrite else { return BrokerError(.unavailable, cause, nextStep: nextStep) }
        return BrokerError(
            .outcomeUnknown, "\(cause): the request may have been done",
            nextStep: "look at the account before you send it again")
    }
}
