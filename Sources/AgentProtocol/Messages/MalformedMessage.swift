package import AccountModel

/// A message of the right D-Bus type whose content makes no sense.
package struct MalformedMessage: Error, Hashable, Sendable {
    /// One line without a full stop: `'twiter/' is no service`.
    package let message: String

    package init(_ message: String) {
        self.message = message
    }

    /// For the program that sent it.
    package var asInvalidArgument: BrokerError { BrokerError(.invalidArgument, message) }

    /// For the program that got it from the agent.
    package var asNonsenseOfAgent: BrokerError {
        BrokerError(.failed, "the agent gave an answer that cannot be understood: \(message)")
    }
}
