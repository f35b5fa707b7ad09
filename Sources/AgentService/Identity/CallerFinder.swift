package import AccountModel
package import AccountStore
import GLibBridge
import Glibc
import Synchronization

/// Tells who asks, for every connection to the agent.
///
/// A name is worked out once for each connection. Whoever owns the connection calls ``forget(_:)`` when it ends, and
/// asks the bus, after the first answer, whether the unique name still belongs to the same process id: from then on
/// the process is held by its pidfd.
package actor CallerFinder {
    /// Looking at processes and files may block.
    private let thread = GLibThread(name: "callers")
    private let processes: any ProcessTable
    private let owner: UInt32
    private let namer: ProgramNamer
    private let named = Mutex<[String: NamedProgram]>([:])

    nonisolated package var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    package init(processes: some ProcessTable = ProcFileSystem()) {
        self.init(processes: processes, owner: geteuid(), frontEnds: FrontEnds.ofThisAgent())
    }

    /// - Parameters:
    ///   - owner: the user whose accounts these are; nobody else is served.
    ///   - frontEnds: paths of this release's `acctstore`.
    package init(processes: some ProcessTable, owner: UInt32, frontEnds: [String]) {
        self.processes = processes
        self.owner = owner
        namer = ProgramNamer(processes: processes, frontEnds: frontEnds)
    }

    /// The program behind a connection, and whether the person can be asked about this request of it.
    ///
    /// - Parameters:
    ///   - terminal: what the caller passed as its terminal.
    ///   - interactive: false where the caller wants no question.
    /// - Throws: `accessDenied` for another user's process, and for one that is gone or cannot be looked at; `unavailable` where
    ///   the agent has no means to look.
    package nonisolated func caller(
        of peer: Peer, terminal: Descriptor?, interactive: Bool
    ) async throws(BrokerError) -> Caller {
        guard peer.uid == owner else {
            throw BrokerError(.accessDenied, "process \(peer.pid) belongs to another user (uid \(peer.uid))")
        }
        let named = try await program(of: peer)
        let now = try inTerms(of: peer) { () throws(NamingRefusal) in
            guard let now = try processes.briefFacts(of: peer.pid), now.realUser == peer.uid else {
                throw .ended
            }
            return now
        }
        let place = CallerTerminal(of: now, named: named.program, offered: terminal, interactive: interactive)
        return Caller(
            program: named.program, instance: instance(of: named, peer), connection: peer.uniqueName,
            provenance: named.provenance,
            isRunning: named.hold.isRunning, terminal: place.terminal, session: session(of: named, now),
            place: { await self.place(of: place) },
            isInForeground: { [processes] in
                guard let later = try? processes.briefFacts(of: now.pid), later.startTime == now.startTime else {
                    return false
                }
                return later.isInForeground
            })
    }

    private func place(of caller: CallerTerminal) -> AskingPlace {
        caller.place(seenBy: processes)
    }

    /// Drops what is known of a connection that ended.
    package func forget(_ uniqueName: String) {
        named.withLock { $0[uniqueName] = nil }
    }

    /// Who is known already is told without a change of threads: what is left to read of it in /proc never waits.
    private nonisolated func program(of peer: Peer) async throws(BrokerError) -> NamedProgram {
        if let known = named.withLock({ $0[peer.uniqueName] }) { return known }
        return try await name(peer)
    }

    private func name(_ peer: Peer) throws(BrokerError) -> NamedProgram {
        if let known = named.withLock({ $0[peer.uniqueName] }) { return known }
        let found = try inTerms(of: peer) { () throws(NamingRefusal) in
            try namer.program(of: peer.pid, pidfd: peer.pidfd, label: peer.securityLabel)
        }
        named.withLock { $0[peer.uniqueName] = found }
        return found
    }

    /// What an answer of "once" holds for. Many programs stand behind one sandbox's proxy: where the sandbox tells no
    /// start of its own, that is the connection.
    private nonisolated func instance(of named: NamedProgram, _ peer: Peer) -> Caller.Instance {
        if let sandbox = named.sandboxInstance { return Caller.Instance(rawValue: "sandbox \(sandbox)") }
        return named.program.isSandboxed
            ? Caller.Instance(rawValue: "connection \(peer.uniqueName)")
            : Caller.Instance(rawValue: "process \(named.process.pid) of \(named.process.startTime)")
    }

    /// What a no to a program without a name holds for. A sandbox's inside can begin as many sessions as it likes; the proxy
    /// before one stands outside, in a session that the sandbox cannot change.
    private nonisolated func session(of named: NamedProgram, _ now: ProcessFacts) -> String {
        named.border.map { "namespace \($0.device):\($0.inode)" } ?? "session \(now.session)"
    }

    private nonisolated func inTerms<Result>(
        of peer: Peer, _ look: () throws(NamingRefusal) -> Result
    ) throws(BrokerError) -> Result {
        do throws(NamingRefusal) {
            return try look()
        } catch {
            throw error.explained(of: peer.pid)
        }
    }
}
