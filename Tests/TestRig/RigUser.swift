import Glibc

/// Who the rig's processes run as.
///
/// Root passes every check of permission and of /proc, so tests that run as root give the rig to another user.
package struct RigUser: Sendable, Equatable {
    package let uid: UInt32
    package let gid: UInt32

    package static let current = RigUser(uid: getuid(), gid: getgid())

    /// uid 65534 when the tests run as root, else whoever runs them.
    package static let rig = getuid() == 0 ? RigUser(uid: 65534, gid: 65534) : current

    /// What stands before a command line so that it runs as this user.
    var launcher: [String] {
        self == .current
            ? []
            : ["/usr/bin/setpriv", "--reuid=\(uid)", "--regid=\(gid)", "--clear-groups", "--"]
    }
}
