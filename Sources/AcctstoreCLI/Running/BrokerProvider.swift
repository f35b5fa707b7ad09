package import AccountModel

/// The way to a broker, gone when a command first needs one: help, the version and mistakes on the command line touch
/// no bus.
package struct BrokerProvider: Sendable {
    /// How the person can be reached.
    package struct Reach: Sendable {
        /// Whether the person may be asked.
        package var mayAsk: Bool
        /// The controlling terminal of this process.
        package var terminal: Descriptor?
        /// Is told what is sent to services and answered; nil where nobody wants to know.
        package var trace: (@Sendable (RequestTrace) -> Void)?

        /// Opens the keychain for a call that found it locked; whether it did.
        package var opening: (@Sendable (any Broker) async throws(BrokerError) -> Bool)?

        /// Is told why the agent of this command ends with it, where the next command would need it.
        package var alone: (@Sendable (_ reason: String) -> Void)?

        package init(
            mayAsk: Bool, terminal: Descriptor?, trace: (@Sendable (RequestTrace) -> Void)? = nil,
            opening: (@Sendable (any Broker) async throws(BrokerError) -> Bool)? = nil,
            alone: (@Sendable (_ reason: String) -> Void)? = nil
        ) {
            self.mayAsk = mayAsk
            self.terminal = terminal
            self.trace = trace
            self.opening = opening
            self.alone = alone
        }
    }

    private let make: @Sendable (Reach) async throws(BrokerError) -> any Broker

    package init(_ make: @escaping @Sendable (Reach) async throws(BrokerError) -> any Broker) {
        self.make = make
    }

    func connect(_ reach: Reach) async throws(BrokerError) -> any Broker {
        try await make(reach)
    }
}
