internal import AccountModel
internal import CShims
internal import GLibBridge
internal import Glibc
internal import SystemCalls

/// A program of this user's that connected without a bus in between.
struct Visitor: Sendable {
    let socket: LocalSocket
    /// As the kernel tells it.
    let peer: SocketPeer
    /// When it was let in, in ticks since the machine's start.
    private let arrival: UInt64

    /// `nil` for another user's.
    init?(_ socket: LocalSocket) {
        let arrival = ProcFileSystem.ticksSinceStart()
        guard let peer = socket.peer, peer.uid == geteuid() else { return nil }
        self.socket = socket
        self.peer = peer
        self.arrival = arrival
    }

    /// More than an answer takes, which there would otherwise be none of.
    private static let leastSpare = 24

    /// The process that connected, held, so that its number can mean no other.
    ///
    /// Throws where it has ended: a kernel that does not hold it itself (before Linux 6.5) may by then have given its number to
    /// a process that started later. Throws a shortage where the agent has too few descriptors to serve it.
    func hold() throws(NamingRefusal) -> Descriptor {
        if !SpareDescriptors.areLeft(Visitor.leastSpare) { try NamingRefusal.check(EMFILE) }
        if let process = socket.peerProcess()?.take() { return Descriptor(owning: process) }
        let descriptor = acctstore_pidfd_open(peer.pid, 0)
        guard descriptor >= 0 else { throw NamingRefusal(shortage: errno) ?? .ended }
        let process = Descriptor(owning: descriptor)
        guard let started = try ProcFileSystem().startTime(of: peer.pid), started <= arrival else { throw .ended }
        return process
    }
}
