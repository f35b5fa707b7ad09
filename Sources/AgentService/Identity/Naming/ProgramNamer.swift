package import AccountModel

/// Works out which program asks: from the process at the other end of the connection upwards.
///
/// Programs that only run another one for their caller are passed over; the first of the others names the request.
/// Outside a sandbox that name is a label for consent and the log, and no defence against the person's own programs.
package struct ProgramNamer: Sendable {
    private let processes: any ProcessTable
    private let frontEnds: [String]

    /// - Parameter frontEnds: where this release's own `acctstore` is. It is passed over by device and inode: a copy
    ///   at another place is a program like any other, and needs a grant like any other.
    package init(processes: any ProcessTable, frontEnds: [String]) {
        self.processes = processes
        self.frontEnds = frontEnds
    }

    /// - Parameters:
    ///   - pidfd: from the bus, if it handed one out.
    ///   - label: the process's security label when it connected, if the bus told one.
    /// - Throws: where the process is gone, or cannot be looked at, and where there is no means to look.
    package func program(
        of pid: Int32, pidfd: Descriptor? = nil, label: String? = nil
    ) throws(NamingRefusal) -> NamedProgram {
        let hold = if let pidfd { try processes.hold(pid, by: pidfd) } else { try processes.hold(pid) }
        guard let hold, let facts = try processes.facts(of: pid), hold.isRunning() else {
            throw .ended
        }
        guard let image = facts.image else { throw NamingRefusal(reason: "its executable cannot be read") }
        if case .unreadable(let reason) = image.flatpak { throw NamingRefusal(reason: reason) }
        let peer = HeldProcess(facts: facts, hold: hold)
        if let sandbox = Sandbox(around: image, label: label, own: try processes.ownNamespaces) {
            return try named(peer, in: sandbox)
        }
        let frontEnds = Set(frontEnds.compactMap { processes.file(at: $0)?.identity })
        var walk = Walk(processes: processes, start: peer, frontEnds: frontEnds)
        let program = try walk.run()
        let isSettled = try walk.isUnchanged()
        return NamedProgram(
            program: isSettled ? program : .unknown,
            provenance: try Provenance(from: walk.seen.map(\.facts), in: processes, frontEnds: frontEnds),
            process: walk.current.facts, hold: walk.current.hold)
    }

    /// A sandbox speaks for its whole inside, so that nobody above is looked at.
    private func named(_ peer: HeldProcess, in sandbox: Sandbox) throws(NamingRefusal) -> NamedProgram {
        let outermost = try outermost(from: peer, in: sandbox)
        let isSettled = try peer.isUnchanged(in: processes)
        return NamedProgram(
            program: isSettled ? sandbox.program : .sandbox, sandboxInstance: isSettled ? sandbox.instance : nil,
            border: try processes.border(of: peer.facts),
            provenance: try Provenance(from: [peer.facts], in: processes), process: outermost.facts,
            hold: outermost.hold)
    }

    /// The process that lives as long as the sandbox does, as far as can be seen: the last one upwards in the same.
    private func outermost(from peer: HeldProcess, in sandbox: Sandbox) throws(NamingRefusal) -> HeldProcess {
        var found = peer
        let own = try processes.ownNamespaces
        while sandbox.instance != nil, let parent = try HeldProcess(found.facts.parent, in: processes),
            parent.facts.image.flatMap({ Sandbox(around: $0, own: own) }) == sandbox
        {
            found = parent
        }
        return found
    }
}
