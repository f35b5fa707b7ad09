internal import CGio
internal import Glibc
internal import SystemCalls

/// Who is at the other end of a socket, as the kernel tells it.
package struct SocketPeer: Hashable, Sendable {
    package let pid: Int32
    package let uid: UInt32

    package init(pid: Int32, uid: UInt32) {
        self.pid = pid
        self.uid = uid
    }
}

/// A stream socket between two programs of one machine, or one at which such programs are waited for.
///
/// It has close-on-exec, and is closed when the last reference to this object goes.
package final class LocalSocket: Sendable {
    let reference: GObjectReference

    private init(_ reference: GObjectReference) {
        self.reference = reference
    }

    private var pointer: UnsafeMutablePointer<GSocket> { unsafe reference.pointer(as: GSocket.self) }

    /// Takes over a socket that was inherited or made elsewhere.
    package convenience init(_ descriptor: OwnedDescriptor) throws(GLibError) {
        guard let number = descriptor.number else { throw .invalidArgument("the descriptor was taken already") }
        let socket = try withGError { slot in unsafe g_socket_new_from_fd(number, slot) }
        guard let socket = unsafe GObjectReference(taking: OpaquePointer(socket)) else {
            throw .invalidArgument("GIO gave neither a socket nor an error")
        }
        // The socket closes it from now on.
        _ = descriptor.take()
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        self.init(socket)
    }

    /// Connects to the socket at a path, which must fit into a socket's address (107 bytes).
    ///
    /// - Throws: `.disconnected` where nothing is there, and where nobody listens any more.
    package static func connect(to path: String) throws(GLibError) -> LocalSocket {
        try path.checkNoNUL("the path of a socket")
        let socket = try make()
        let address = unsafe GObjectReference(taking: OpaquePointer(g_unix_socket_address_new(path)))
        try withGError { slot in
            _ = unsafe g_socket_connect(
                socket.pointer, address?.pointer(as: GSocketAddress.self), nil, slot)
        }
        return socket
    }

    /// Waits for programs at a path, which must be free and fit into a socket's address (107 bytes). The file gets mode
    /// 0600 before anybody can connect.
    package static func listen(at path: String) throws(GLibError) -> LocalSocket {
        try path.checkNoNUL("the path of a socket")
        let socket = try make()
        let address = unsafe GObjectReference(taking: OpaquePointer(g_unix_socket_address_new(path)))
        try withGError { slot in
            _ = unsafe g_socket_bind(socket.pointer, address?.pointer(as: GSocketAddress.self), 0, slot)
        }
        unsafe chmod(path, 0o600)
        unsafe g_socket_set_listen_backlog(socket.pointer, 64)
        try withGError { slot in _ = unsafe g_socket_listen(socket.pointer, slot) }
        return socket
    }

    private static func make() throws(GLibError) -> LocalSocket {
        let socket = try withGError { slot in
            unsafe g_socket_new(G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, slot)
        }
        guard let reference = unsafe GObjectReference(taking: OpaquePointer(socket)) else {
            throw .invalidArgument("GIO gave neither a socket nor an error")
        }
        return LocalSocket(reference)
    }

    /// The next program that waits to be let in; nil where none does.
    ///
    /// - Throws: where there may be one that cannot be let in now, as this process has no descriptors left for it.
    package func accept() throws(GLibError) -> LocalSocket? {
        unsafe g_socket_set_blocking(pointer, 0)
        guard SpareDescriptors.areLeft(LocalSocket.leastSpare) else { throw .noDescriptors }
        do throws(GLibError) {
            let socket = try withGError { slot in unsafe g_socket_accept(pointer, nil, slot) }
            return unsafe GObjectReference(taking: OpaquePointer(socket)).map(LocalSocket.init)
        } catch {
            if error.isWouldBlock { return nil }
            throw error
        }
    }

    /// For the programs that say at this moment who they are, each of which takes three, and for what is at work.
    private static let leastSpare = 16

    /// Lets nobody in any more; what waits is turned away.
    package func close() {
        _ = try? withGError { slot in unsafe g_socket_close(pointer, slot) }
    }

    // MARK: The other end

    /// Who connected, listens, or made the pair of sockets (`SO_PEERCRED` of unix(7)): what was true then, not now. `nil`
    /// where the kernel does not tell, and for a process that has no number here.
    package var peer: SocketPeer? {
        guard let credentials = try? withGError({ slot in unsafe g_socket_get_credentials(pointer, slot) }) else {
            return nil
        }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(credentials)) }
        return unsafe SocketPeer(credentials)
    }

    /// That very process, held: its number cannot come to mean another one. `nil` before Linux 6.5, and where it has
    /// ended.
    package func peerProcess() -> OwnedDescriptor? {
        var number: Int32 = -1
        var isKnown: gboolean = 0
        _ = try? withGError { slot in
            isKnown = unsafe g_socket_get_option(pointer, SOL_SOCKET, LocalSocket.peerPidfd, &number, slot)
        }
        guard isKnown != 0, number >= 0 else { return nil }
        return OwnedDescriptor(taking: number)
    }

    /// `SO_PEERPIDFD`, which is younger than the C library's headers.
    private static let peerPidfd: Int32 = 77
}

extension SocketPeer {
    /// - Parameter credentials: a GCredentials.
    init?(_ credentials: OpaquePointer?) {
        guard let credentials = unsafe credentials,
            let pid = try? withGError({ slot in unsafe g_credentials_get_unix_pid(credentials, slot) }),
            let uid = try? withGError({ slot in unsafe g_credentials_get_unix_user(credentials, slot) }), pid > 0
        else { return nil }
        self.init(pid: pid, uid: uid)
    }
}
