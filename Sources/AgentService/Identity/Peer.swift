package import AccountModel

/// The other end of a connection to the agent, as the bus tells it.
package struct Peer: Sendable {
    package var pid: Int32
    package var uid: UInt32
    /// From the bus, where it hands one out (`ProcessFD`, dbus 1.15.8 and later).
    package var pidfd: Descriptor?
    /// `:1.42`: never given twice by one bus.
    package var uniqueName: String

    package init(pid: Int32, uid: UInt32, pidfd: Descriptor? = nil, uniqueName: String) {
        self.pid = pid
        self.uid = uid
        self.pidfd = pidfd
        self.uniqueName = uniqueName
    }
}
