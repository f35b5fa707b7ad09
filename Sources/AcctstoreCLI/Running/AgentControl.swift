package import AccountModel
package import AgentClient

/// The agent as a process: for `acctstore agent`, which starts none.
package protocol AgentControl: Sendable {
    /// The agent that runs for the session; `nil` where none does. Throws `unavailable` for a bus that cannot be used.
    func runningAgent() async throws(BrokerError) -> RunningAgent?

    /// What the session bus tells; `nil` where there is none. Throws `unavailable` for a bus that cannot be used.
    func busFacts() async throws(BrokerError) -> SessionBusFacts?

    /// Ends the agent that runs, and returns when it has ended; `false` where none ran.
    func stop() async throws(BrokerError) -> Bool
}

/// An agent that runs.
package struct RunningAgent: Sendable, Equatable {
    package var release: String
    package var processID: Int32
    /// Its name on the bus, or the path of its socket.
    package var place: String

    package init(release: String, processID: Int32, place: String = "org.acctstore.Agent1") {
        self.release = release
        self.processID = processID
        self.place = place
    }
}
