internal import AccountModel

/// Errors that are made here, not by the agent.
extension BrokerError {
    static let cancelled = BrokerError(.cancelled, "the call was cancelled")

    static func timedOut(after limit: Duration?) -> BrokerError {
        let seconds = (limit ?? .zero) / .seconds(1)
        return BrokerError(.timedOut, "the call took longer than \(seconds) s", nextStep: "try again")
    }

    static func invalid(_ message: String) -> BrokerError {
        BrokerError(.invalidArgument, message)
    }

    /// The error of a call whose answer nobody waits for any more.
    static func givenUp(_ error: BrokerError, isWrite: Bool) -> BrokerError {
        guard isWrite else { return error }
        return BrokerError(
            .outcomeUnknown, "\(error.message): the request may have been done",
            nextStep: "look at the account before you send it again")
    }
}

extension BrokerError.Code {
    /// The host's own time-out was over.
    static let timedOut = Self(rawValue: "TimedOut")
    /// The process is a fork of the one that used the library.
    static let forked = Self(rawValue: "Forked")
}
