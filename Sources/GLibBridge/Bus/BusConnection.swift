internal import CGio

/// A connection to a message bus, or to one program without a bus. GDBus is thread-safe; what makes callbacks is started on the
/// GLib thread, so that they arrive there.
package final class BusConnection: Sendable {
    let thread: GLibThread
    let reference: GObjectReference

    /// What the program at the other end is called here; `nil` where there is a bus, which gives names.
    package let peerName: String?

    init(_ reference: GObjectReference, thread: GLibThread, peerName: String? = nil) {
        self.reference = reference
        self.thread = thread
        self.peerName = peerName
    }

    /// Whether messages go by a bus. Without one they have no names of senders and receivers on them.
    package var isOnBus: Bool { peerName == nil }

    var pointer: OpaquePointer { unsafe reference.opaque }

    /// Connects to the person's session bus; never starts one.
    ///
    /// - Parameters:
    ///   - environment: where `DBUS_SESSION_BUS_ADDRESS` and `XDG_RUNTIME_DIR` are looked up.
    ///   - timeout: for a bus that accepts and does not answer.
    package static func session(
        environment: [String: String], on thread: GLibThread, timeout: Duration = .seconds(5)
    ) async throws(SessionBusError) -> BusConnection {
        let address = try SessionBusAddress.find(environment: environment)
        do throws(GLibError) {
            return try await connect(to: address, on: thread, timeout: timeout)
        } catch {
            throw .unreachable(error)
        }
    }

    /// Connects to the bus at a D-Bus address and says hello.
    package static func connect(
        to address: String, on thread: GLibThread, timeout: Duration = .seconds(5)
    ) async throws(GLibError) -> BusConnection {
        try address.checkNoNUL("a bus address")
        let result = await Connecting.connect(to: .bus(address), on: thread, timeout: timeout)
        let reference = try result.get()
        return BusConnection(reference, thread: thread)
    }

    /// The name that the bus gave this connection, such as `:1.42`.
    package var uniqueName: String {
        guard let name = unsafe g_dbus_connection_get_unique_name(pointer) else { return "" }
        return unsafe String(cString: name)
    }

    /// What tells the bus from every other one, or the other end where there is none.
    package var busID: String {
        guard let id = unsafe g_dbus_connection_get_guid(pointer) else { return "" }
        return unsafe String(cString: id)
    }

    package var isClosed: Bool { unsafe g_dbus_connection_is_closed(pointer) != 0 }

    /// Sends what is still queued and closes. Later calls fail with `.disconnected`.
    package func close() async {
        let reference = reference
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            thread.invoke {
                unsafe g_dbus_connection_flush(
                    reference.opaque, nil,
                    { source, result, data in
                        // Closed already is as good.
                        _ = try? withGError { slot in
                            unsafe g_dbus_connection_flush_finish(OpaquePointer(source), result, slot)
                        }
                        unsafe g_dbus_connection_close(OpaquePointer(source), nil, nil, nil)
                        unsafe UserData<CheckedContinuation<Void, Never>>.take(data)?.resume()
                    }, UserData.retained(continuation))
            }
        }
    }
}
