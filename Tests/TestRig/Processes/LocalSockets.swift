/// What `/proc/net/unix` tells of this machine's sockets.
package enum LocalSockets {
    /// Whether somebody has connected to a listening socket who was not let in yet.
    ///
    /// - Parameter name: the end of the path by which the socket was made.
    package static func haveWaiter(named name: String) throws(RigError) -> Bool {
        String(decoding: try Files.read("/proc/net/unix"), as: UTF8.self).split(separator: "\n").contains { line in
            // Address, counts, protocol, flags, type, state, inode and path: one that connects is in state 02, and no file of a
            // process yet.
            let fields = line.split(separator: " ")
            return fields.count == 8 && fields[5] == "02" && fields[6] == "0" && fields[7].hasSuffix(name)
        }
    }
}
