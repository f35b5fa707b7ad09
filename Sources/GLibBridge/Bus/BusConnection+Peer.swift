internal import CGio
internal import Glibc

/// The part of a program in a conversation without a bus.
package enum PeerRole: Hashable, Sendable {
    /// Connected, or was connected, to the other one.
    case client
    /// Tells the other end who it is itself, and asks who that is.
    case server
}

extension BusConnection {
    /// D-Bus with the one program at the other end of a socket, and no bus in between.
    ///
    /// The server's end accepts its own user alone, by the mechanism EXTERNAL, for which the kernel vouches. It hands out
    /// no message before ``startMessages()``.
    ///
    /// - Parameters:
    ///   - name: what the other end is called here, as the sender of its calls: nobody gives it a name.
    ///   - timeout: for an end that does not say who it is.
    package static func peer(
        over socket: LocalSocket, as role: PeerRole, named name: String, on thread: GLibThread,
        timeout: Duration = .seconds(10)
    ) async throws(GLibError) -> BusConnection {
        let result = await Connecting.connect(to: .peer(socket, role), on: thread, timeout: timeout)
        return BusConnection(try result.get(), thread: thread, peerName: name)
    }

    /// Hands out the messages that came, and those that come. Put up the objects first.
    package func startMessages() {
        unsafe g_dbus_connection_start_message_processing(pointer)
    }

    /// Who said hello at the other end of a server's connection, which only that process itself can do; `nil` where it
    /// did not tell.
    package var authenticatedPeer: SocketPeer? {
        unsafe SocketPeer(g_dbus_connection_get_peer_credentials(pointer))
    }
}

extension Connecting {
    /// On the GLib thread.
    func start(over socket: LocalSocket, as role: PeerRole) {
        let stream = unsafe g_socket_connection_factory_create_connection(
            socket.reference.pointer(as: GSocket.self))
        guard let stream = unsafe GObjectReference(taking: OpaquePointer(stream)) else {
            unsafe finish { _ in nil }
            return
        }
        let observer = role == .server ? Self.observer() : nil
        let guid = role == .server ? unsafe g_dbus_generate_guid() : nil
        defer { unsafe g_free(guid) }
        unsafe g_dbus_connection_new(
            stream.pointer(as: GIOStream.self), guid, role.flags, observer?.opaque, cancellable.pointer,
            { _, result, data in
                unsafe UserData<Connecting>.take(data)?.finish { slot in
                    unsafe g_dbus_connection_new_finish(result, slot)
                }
            }, UserData.retained(self))
    }

    private typealias MechanismFilter =
        @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, gpointer?) -> gboolean

    /// Lets the kernel vouch, and nothing else: another mechanism is a file in the person's home, or nothing at all.
    private static func observer() -> GObjectReference? {
        let observer = unsafe GObjectReference(taking: g_dbus_auth_observer_new())
        guard let observer else { return nil }
        let isAllowed: MechanismFilter = { _, mechanism, _ in
            unsafe mechanism.map { unsafe strcmp($0, "EXTERNAL") } == 0 ? 1 : 0
        }
        // GCallback is any C function; GObject calls it with the arguments of the signal "allow-mechanism", as above.
        _ = unsafe g_signal_connect_data(
            UnsafeMutableRawPointer(observer.opaque), "allow-mechanism",
            unsafeBitCast(isAllowed, to: GCallback.self), nil, nil, GConnectFlags(rawValue: 0))
        return observer
    }
}

extension PeerRole {
    fileprivate var flags: GDBusConnectionFlags {
        switch self {
        case .client: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT
        case .server:
            GDBusConnectionFlags(
                rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_SERVER.rawValue
                    | G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_REQUIRE_SAME_USER.rawValue
                    | G_DBUS_CONNECTION_FLAGS_DELAY_MESSAGE_PROCESSING.rawValue)
        }
    }
}
