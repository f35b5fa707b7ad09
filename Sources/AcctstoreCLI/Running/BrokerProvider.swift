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

        package init(mayAsk: Bool, terminal: Descriptor?) {
            self.mayAsk = mayAsk
            self.terminal = terminal
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
