package import AccountModel
package import AccountStore

/// What the agent is put together from: who asks, and what answers.
package struct AgentParts: Sendable {
    /// Finds the program behind a connection; with the terminal that it passed, and whether it may be asked about.
    package var caller: @Sendable (Peer, Descriptor?, Bool) async throws(BrokerError) -> Caller
    /// Drops what is known of a connection that ended.
    package var forgetCaller: @Sendable (_ uniqueName: String) async -> Void
    /// The store as a caller sees it.
    package var broker: @Sendable (Caller) -> any Broker
    /// Drops what a program began and did not finish, and what it gave and did not use.
    package var forgetUnfinished: @Sendable (_ connection: String) -> Void
    /// Drops every copy of a secret, because the agent ends.
    package var forgetSecrets: @Sendable () -> Void
    /// Whether something is kept that would be lost with the process.
    package var holdsUnsaved: @Sendable () -> Bool
    /// What changes in the store.
    package var changes: AsyncStream<StoreChange>
    /// How long the agent stays with nothing to do.
    package var idleExit: Duration
    /// Whether something is open that the person would have to open again, such as a vault: an idle agent stays for that,
    /// one that was replaced does not.
    package var holdsOpen: @Sendable () -> Bool = { false }
    /// Whether an agent that a command started for itself waits for the next one: where it has something that the person
    /// would else have to open again.
    package var outlivesCommand = false
    /// Returns when what is still to be written is: called at the end.
    package var finish: @Sendable () async -> Void

    package init(
        caller: @escaping @Sendable (Peer, Descriptor?, Bool) async throws(BrokerError) -> Caller,
        forgetCaller: @escaping @Sendable (_ uniqueName: String) async -> Void,
        broker: @escaping @Sendable (Caller) -> any Broker,
        forgetUnfinished: @escaping @Sendable (_ connection: String) -> Void,
        forgetSecrets: @escaping @Sendable () -> Void = {},
        holdsUnsaved: @escaping @Sendable () -> Bool = { false }, changes: AsyncStream<StoreChange>,
        idleExit: Duration, finish: @escaping @Sendable () async -> Void = {}
    ) {
        self.caller = caller
        self.forgetCaller = forgetCaller
        self.broker = broker
        self.forgetUnfinished = forgetUnfinished
        self.forgetSecrets = forgetSecrets
        self.holdsUnsaved = holdsUnsaved
        self.changes = changes
        self.idleExit = idleExit
        self.finish = finish
    }

    /// The agent over a store and the processes of this machine.
    package init(
        store: Store, callers: CallerFinder, idleExit: Duration, finish: @escaping @Sendable () async -> Void = {}
    ) {
        self.init(
            caller: { (peer, terminal, interactive) async throws(BrokerError) -> Caller in
                try await callers.caller(of: peer, terminal: terminal, interactive: interactive)
            },
            forgetCaller: { await callers.forget($0) },
            broker: { store.broker(for: $0) },
            forgetUnfinished: { store.forgetUnfinished(overConnection: $0) },
            forgetSecrets: { store.setKeepsSecrets(false) },
            holdsUnsaved: { store.hasUnsavedTokens },
            changes: store.changes,
            idleExit: idleExit, finish: finish)
    }
}
