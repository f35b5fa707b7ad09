package import AccountModel

/// A message of the right D-Bus type whose content makes no sense.
package struct MalformedMessage: Error, Hashable, Sendable {
    /// One line without a full stop: `'twiter/' is no service`.
    package let message: String

    /// What was sent may be in it as it came: anything that has no place on one line is written out, and it is cut.
    package init(_ message: String) {
        self.message = OneLine.visible(message)
    }

    /// For the program that sent it.
    package var asInvalidArgument: BrokerError { BrokerError(.invalidArgument, message) }

    /// For the program that got it from the agent.
    package var asNonsenseOfAgent: BrokerError {
        BrokerError(.failed, "the agent gave an answer that cannot be understood: \(message)")
    }
}
