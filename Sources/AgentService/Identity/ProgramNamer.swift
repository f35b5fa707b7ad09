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

    /// - Parameter pidfd: from the bus, if it handed one out.
    /// - Throws: where the process is gone, or cannot be looked at.
    package func program(of pid: Int32, pidfd: Descriptor? = nil) throws(NamingRefusal) -> NamedProgram {
        let hold = pidfd.map { processes.hold(pid, by: $0) } ?? processes.hold(pid)
        guard let hold, let facts = processes.facts(of: pid), hold.isRunning() else {
            throw NamingRefusal(reason: "its process is gone")
        }
        guard facts.image != nil else { throw NamingRefusal(reason: "its executable cannot be read") }
        var walk = Walk(
            processes: processes, start: HeldProcess(facts: facts, hold: hold),
            frontEnds: Set(frontEnds.compactMap { processes.file(at: $0)?.identity }))
        let program = walk.run()
        let isSettled = walk.seen.allSatisfy { $0.isUnchanged(in: processes) }
        return NamedProgram(
            program: isSettled ? program : .unknown, process: walk.current.facts, hold: walk.current.hold)
    }
}

/// A process with what was seen of it, held from before it was looked at.
struct HeldProcess {
    var facts: ProcessFacts
    var hold: ProcessHold

    init(facts: ProcessFacts, hold: ProcessHold) {
        self.facts = facts
        self.hold = hold
    }

    init?(_ pid: Int32, in processes: any ProcessTable) {
        guard pid > 0, let hold = processes.hold(pid), let facts = processes.facts(of: pid), hold.isRunning() else {
            return nil
        }
        self.init(facts: facts, hold: hold)
    }

    /// Whether a second look sees the same, and no other process took the number in between.
    func isUnchanged(in processes: any ProcessTable) -> Bool {
        guard let now = processes.facts(of: facts.pid) else { return false }
        return now.isUnchanged(since: facts) && hold.isRunning()
    }
}
