internal import AccountModel
internal import AccountStore
internal import GLibBridge

/// The programs that are connected to the agent: who they are, from their first request to the end of their
/// connection.
actor Connections {
    private struct Entry {
        let peer: Task<Result<Peer, BrokerError>, Never>
        /// Whether the process was still the same one after the program was looked at.
        var isConfirmed = false
        var program: ProgramIdentity?
        /// The services whose accounts the program was told of.
        var services: Set<Service> = []
        var isWatching = false
    }

    private let gateway: any Gateway
    private let parts: AgentParts
    private let requests: RequestBook
    private var entries: [String: Entry] = [:]
    private var watches: [String: Task<Void, Never>] = [:]

    init(at gateway: any Gateway, parts: AgentParts, requests: RequestBook) {
        self.gateway = gateway
        self.parts = parts
        self.requests = requests
    }

    /// Who sent a request.
    ///
    /// Throws `accessDenied` for another user's program and for one that cannot be looked at.
    func caller(
        of sender: String, terminal: Descriptor?, interactive: Bool
    ) async throws(BrokerError) -> Caller {
        let caller = try await look(at: sender, terminal: terminal, interactive: interactive)
        entries[sender]?.program = caller.program
        return caller
    }

    private func look(
        at sender: String, terminal: Descriptor?, interactive: Bool
    ) async throws(BrokerError) -> Caller {
        let peer = try await peer(of: sender)
        do throws(BrokerError) {
            let caller = try await parts.caller(peer, terminal, interactive)
            try await confirm(peer)
            guard entries[sender] != nil else { throw Connections.callerEnded }
            return caller
        } catch {
            // Where the connection ended meanwhile, what was found out may have come after the forgetting.
            if entries[sender] == nil { await parts.forgetCaller(sender) }
            throw error
        }
    }

    /// Finds out who a sender is before it asks for anything, once for each connection. What there is to tell, a refusal
    /// too, is for the request that follows.
    func identify(_ sender: String) async {
        guard entries[sender] == nil else { return }
        _ = try? await look(at: sender, terminal: nil, interactive: false)
    }

    /// Remembers that a program was told of accounts of a service, so that it hears of changes to them.
    func noteAccounts(of services: Set<Service>, toldTo sender: String) {
        entries[sender]?.services.formUnion(services)
    }

    /// Remembers that a program wants to hear of changes: the agent stays as long as it is connected.
    func noteWatching(by sender: String) {
        guard entries[sender] != nil else { return }
        entries[sender]?.isWatching = true
        requests.setWatched(true, by: sender)
    }

    /// The connections that are to be told of a change. The person sees every account, so a new service concerns them too.
    ///
    /// Whoever is told that its access changed may have lost it: it hears of accounts again once it has listed them again.
    func tell(of change: StoreChange) -> [String] {
        let names = entries.filter { _, entry in
            switch change {
            case .accounts(let service):
                entry.services.contains(service) || entry.isWatching && entry.program == .terminal
            case .access: entry.program.map(change.isAboutAccess(of:)) ?? false
            }
        }.map(\.key)
        if case .access(_, let service) = change {
            for name in names { entries[name]?.services.remove(service) }
        }
        return names
    }

    /// Whether a program that closed what it was writing has meant it: it is neither gone nor about to be.
    ///
    /// Whatever ends a program, its descriptors are closed in turn, and the one to the agent may be the last of them. That it
    /// is ending the kernel tells before the first.
    func isConnected(_ sender: String) async -> Bool {
        guard case .success(let peer) = await entries[sender]?.peer.value,
            (try? ProcFileSystem().isLeaving(peer.pid)) != true
        else { return false }
        return await gateway.isConnected(sender)
    }

    // MARK: Beginning and end of a connection

    private func peer(of sender: String) async throws(BrokerError) -> Peer {
        if let known = entries[sender] { return try await known.peer.value.get() }
        let task = Task { await self.begin(sender) }
        entries[sender] = Entry(peer: task)
        return try await task.value.get()
    }

    /// Watches for the end of a connection, then asks who is there: in this order no end is missed.
    private func begin(_ sender: String) async -> Result<Peer, BrokerError> {
        watches[sender] = await gateway.watchEnd(of: sender) { await self.end(sender) }
        do throws(BrokerError) {
            return .success(try await gateway.peer(named: sender))
        } catch {
            await end(sender)
            return .failure(error)
        }
    }

    /// Forgets everybody, because the agent ends.
    func endAll() async {
        for sender in Array(entries.keys) { await end(sender) }
    }

    private func end(_ sender: String) async {
        watches.removeValue(forKey: sender)?.cancel()
        requests.cancelAll(of: sender)
        requests.setWatched(false, by: sender)
        entries[sender] = nil
        // Several commands of one shell are one program: the end of `acctstore list` ends no `acctstore add` beside it.
        parts.forgetUnfinished(sender)
        await parts.forgetCaller(sender)
    }

    /// A process id may belong to another process by the time it is looked at. Where the same one is given after that
    /// look, the connection was open all the time, and the process with it.
    private func confirm(_ peer: Peer) async throws(BrokerError) {
        guard peer.pidfd == nil, entries[peer.uniqueName]?.isConfirmed == false else { return }
        guard await gateway.isStill(peer) else { throw Connections.callerEnded }
        entries[peer.uniqueName]?.isConfirmed = true
    }

    private static let callerEnded = BrokerError(.accessDenied, "the caller ended before it could be identified")
}
