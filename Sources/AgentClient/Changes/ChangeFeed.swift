internal import AccountModel
internal import AgentProtocol
internal import GLibBridge
internal import Synchronization

/// Hears the agent's signals for one reader, from one agent to the next.
final class ChangeFeed: Sendable {
    private struct State {
        /// In the order of their first telling.
        var waiting: [AgentChange] = []
        /// Services that the agent would tell of.
        var known: Set<Service> = []
        var subscriptions: [BusWatch] = []
        var following: Task<Void, Never>?
    }

    /// Has an element when there may be a change to take, and ends with the connection.
    let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    private init() {
        (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    deinit {
        state.withLock { $0.following?.cancel() }
        waker.finish()
    }

    /// Listens first, then makes itself known to the agent: nothing is missed after that.
    static func begin(on connection: BusConnection, through link: AgentLink) async throws(BrokerError) -> ChangeFeed {
        let feed = ChangeFeed()
        var subscriptions: [BusWatch] = []
        for name in ["AccountsChanged", "AccessChanged"] {
            subscriptions.append(
                await connection.watchSignals(
                    sender: AgentNames.bus, interface: AgentInterface.agent.rawValue, member: name,
                    path: AgentNames.path
                ) { [weak feed] signal in feed?.take(signal) })
        }
        let owners = await connection.ownerChanges(of: AgentNames.bus)
        try await feed.introduce(to: link)
        let following = Task { [weak feed] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    // None yet: the next one is waited for, and not started.
                    for await owner in owners where owner != nil { await feed?.follow(link) }
                }
                group.addTask { await connection.waitUntilClosed() }
                await group.next()
                group.cancelAll()
            }
            feed?.waker.finish()
        }
        feed.state.withLock { state in
            state.subscriptions = subscriptions
            state.following = following
        }
        return feed
    }

    /// The change that waits longest.
    func take() -> AgentChange? {
        state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    }

    private func take(_ signal: BusSignal) {
        guard let service = signal.message[0]?.string.flatMap(Service.init) else { return }
        add([signal.member == "AccountsChanged" ? .accounts(service) : .access(service)])
    }

    private func add(_ changes: [AgentChange]) {
        state.withLock { state in
            for change in changes {
                state.known.insert(change.service)
                if !state.waiting.contains(change) { state.waiting.append(change) }
            }
        }
        waker.yield()
    }

    /// Another agent knows nothing of this program, and of what happened before it nobody tells.
    private func follow(_ link: AgentLink) async {
        let known = state.withLock { $0.known }
        // An agent that does not answer is followed by another one, or by the end of the connection.
        try? await introduce(to: link)
        let all = known.union(state.withLock { $0.known }).sorted { $0.description < $1.description }
        add(all.flatMap { [.accounts($0), .access($0)] })
    }

    private func introduce(to link: AgentLink) async throws(BrokerError) {
        let services = try await link.call(ListAccounts(service: nil, watch: true)).map(\.service)
        state.withLock { $0.known.formUnion(services) }
    }
}
