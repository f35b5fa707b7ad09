internal import AccountModel
internal import CShims
internal import GLibBridge
internal import Glibc

/// The command that started this agent for itself, at the other end of a socket pair that it made.
struct ParentCommand: Sendable {
    let socket: LocalSocket
    /// Held from before it is asked who it is.
    let process: Descriptor

    /// - Parameter number: the descriptor of this end, which was inherited.
    ///
    /// Throws `invalidArgument` for a descriptor that is no such socket, and `accessDenied` where the pair was made by
    /// another process than the one that started this agent.
    init(at number: Int32) throws(BrokerError) {
        let socket: LocalSocket
        do throws(GLibError) {
            socket = try LocalSocket(OwnedDescriptor(taking: number))
        } catch {
            throw BrokerError(.invalidArgument, "descriptor \(number) is no socket: \(error.message)")
        }
        let parent = getppid()
        let process = socket.peerProcess()?.take() ?? acctstore_pidfd_open(parent, 0)
        guard process >= 0 else {
            if let shortage = NamingRefusal(shortage: errno) {
                throw BrokerError(
                    .unavailable, "the program that started this agent cannot be looked at: \(shortage.reason)")
            }
            throw ParentCommand.refusal
        }
        self.process = Descriptor(owning: process)
        // A parent that ended hands its children on: as long as this one has it, its number is its own.
        guard let made = socket.peer, made == SocketPeer(pid: parent, uid: geteuid()), getppid() == parent else {
            throw ParentCommand.refusal
        }
        self.socket = socket
    }

    private static let refusal = BrokerError(
        .accessDenied, "the other end of the connection is not the program that started this agent",
        nextStep: "acctstore status")
}
