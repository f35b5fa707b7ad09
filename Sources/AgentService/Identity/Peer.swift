package import AccountModel

/// The other end of a connection to the agent, as the bus tells it.
package struct Peer: Sendable {
    package var pid: Int32
    package var uid: UInt32
    /// From the bus, where it hands one out (`ProcessFD`, dbus 1.15.8 and later).
    package var pidfd: Descriptor?
    /// From the bus, where a security module gave the process a label (`LinuxSecurityLabel`).
    package var securityLabel: String?
    /// `:1.42`: never given twice by one bus.
    package var uniqueName: String

    package init(pid: Int32, uid: UInt32, pidfd: Descriptor? = nil, securityLabel: String? = nil, uniqueName: String) {
        self.pid = pid
        self.uid = uid
        self.pidfd = pidfd
        self.securityLabel = securityLabel
        self.uniqueName = uniqueName
    }
}
