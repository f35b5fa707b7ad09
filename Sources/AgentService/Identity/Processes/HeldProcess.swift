/// A process with what was seen of it, held from before it was looked at.
struct HeldProcess {
    var facts: ProcessFacts
    var hold: ProcessHold

    init(facts: ProcessFacts, hold: ProcessHold) {
        self.facts = facts
        self.hold = hold
    }

    init?(_ pid: Int32, in processes: any ProcessTable) throws(NamingRefusal) {
        guard pid > 0, let hold = try processes.hold(pid), let facts = try processes.facts(of: pid), hold.isRunning()
        else { return nil }
        self.init(facts: facts, hold: hold)
    }

    /// Whether a second look sees the same, and no other process took the number in between.
    func isUnchanged(in processes: any ProcessTable) throws(NamingRefusal) -> Bool {
        guard let now = try processes.facts(of: facts.pid) else { return false }
        return now.isUnchanged(since: facts) && hold.isRunning()
    }
}
