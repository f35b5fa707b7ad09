package import AccountModel

/// Where the facts about processes come from: `/proc`, or a table in a test.
///
/// Throws where there was no means to look, such as a descriptor: that is no fact about a process.
package protocol ProcessTable: Sendable {
    /// Holds a process, so that its number cannot come to mean another one unnoticed; `nil` where it is gone.
    func hold(_ pid: Int32) throws(NamingRefusal) -> ProcessHold?
    /// Holds the process behind a pidfd that came over the bus; `nil` where that is not `pid`, or gone.
    func hold(_ pid: Int32, by pidfd: Descriptor) throws(NamingRefusal) -> ProcessHold?
    /// A fresh look; `nil` where the process is gone.
    func facts(of pid: Int32) throws(NamingRefusal) -> ProcessFacts?
    /// As ``facts(of:)``, without `controlGroups` and `image`: what can differ from one request to the next.
    func briefFacts(of pid: Int32) throws(NamingRefusal) -> ProcessFacts?
    /// The name that the kernel has for a process, and its parent: enough for a chain of parents, and read quickly.
    func step(of pid: Int32) throws(NamingRefusal) -> (comm: String, parent: Int32)?
    /// The file that a path leads to in the agent's own view, links followed; `nil` where there is none.
    func file(at path: String) -> FileStatus?
    /// A folder's path without links, `.` and `..`; `nil` where there is none.
    func canonicalFolder(_ path: String) -> String?
    /// The agent's own: whatever differs is foreign.
    var ownNamespaces: Namespaces? { get throws(NamingRefusal) }
    /// What stands round a process in namespaces of its own, and stays when it makes itself further ones: the outermost
    /// user namespace below the agent's own, else its mount namespace. `nil` where it is in the agent's own.
    func border(of process: ProcessFacts) throws(NamingRefusal) -> FileIdentity?
    /// The variables that a process was started with, as it may have rewritten them; the agent's own for `nil`.
    func environment(of process: ProcessFacts?) throws(NamingRefusal) -> [String: String]
    /// Opens the controlling terminal of a process; `nil` where it has none that the agent can reach.
    func openTerminal(of process: ProcessFacts) throws(NamingRefusal) -> Descriptor?
}

extension ProcessTable {
    package func briefFacts(of pid: Int32) throws(NamingRefusal) -> ProcessFacts? { try facts(of: pid) }

    package func border(of process: ProcessFacts) throws(NamingRefusal) -> FileIdentity? {
        let own = try ownNamespaces
        guard let namespaces = process.image?.namespaces, namespaces != own else { return nil }
        return namespaces.user != own?.user ? namespaces.user : namespaces.mount
    }

    package func step(of pid: Int32) throws(NamingRefusal) -> (comm: String, parent: Int32)? {
        try facts(of: pid).map { ($0.comm, $0.parent) }
    }
}

/// A file at the end of a path.
package struct FileStatus: Hashable, Sendable {
    package var identity: FileIdentity
    package var isRegular: Bool

    package init(identity: FileIdentity, isRegular: Bool) {
        self.identity = identity
        self.isRegular = isRegular
    }
}

/// A process that is held by its pidfd.
package struct ProcessHold: Sendable {
    /// Whether the very process still runs.
    package let isRunning: @Sendable () -> Bool

    package init(isRunning: @escaping @Sendable () -> Bool) {
        self.isRunning = isRunning
    }
}
