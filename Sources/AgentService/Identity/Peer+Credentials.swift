package import AccountModel
package import GLibBridge

extension Peer {
    /// - Parameters:
    ///   - credentials: what the bus's `GetConnectionCredentials` tells of the connection (D-Bus specification).
    ///   - pidfd: the descriptor behind `ProcessFD`, where there is one.
    /// - Returns: `nil` where the bus tells no process or no user.
    package init?(named uniqueName: String, credentials: [String: Variant], pidfd: Descriptor?) {
        guard let processID = credentials["ProcessID"]?.uint32, let userID = credentials["UnixUserID"]?.uint32 else {
            return nil
        }
        // The label ends with a NUL.
        let label = credentials["LinuxSecurityLabel"]?.bytes?.prefix { $0 != 0 }
        self.init(
            pid: Int32(bitPattern: processID), uid: userID, pidfd: pidfd,
            securityLabel: label.map { String(decoding: $0, as: UTF8.self) }, uniqueName: uniqueName)
    }
}
