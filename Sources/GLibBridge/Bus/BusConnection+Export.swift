internal import CGio

/// Objects put on the bus: they stay there until this is let go.
package final class BusRegistration: Sendable {
    private let ids: [guint]
    private let connection: BusConnection

    fileprivate init(ids: [guint], connection: BusConnection) {
        self.ids = ids
        self.connection = connection
    }

    deinit {
        let (ids, reference) = (ids, connection.reference)
        connection.thread.invoke {
            for id in ids { _ = unsafe g_dbus_connection_unregister_object(reference.opaque, id) }
        }
    }
}

extension BusConnection {
    /// Puts an object on the bus.
    ///
    /// - Parameters:
    ///   - xml: the introspection data; every interface of its root node is served at `path`. GDBus answers calls that
    ///     it does not declare, or with other types, by itself. Reading and writing of properties arrives at `handler`
    ///     as calls of `org.freedesktop.DBus.Properties`.
    ///   - handler: called on the GLib thread for each call; answers then or later.
    /// - Throws: malformed XML, and a path that already has such an interface.
    package func export(
        path: String, xml: String, handler: @escaping @Sendable (BusRequest) -> Void
    ) async throws(GLibError) -> BusRegistration {
        try path.checkNoNUL("an object path")
        try xml.checkNoNUL("introspection data")
        guard unsafe g_variant_is_object_path(path) != 0 else { throw .invalidArgument("'\(path)' is no object path") }
        let (reference, exported) = (reference, ExportedObject(handler: handler, peerName: peerName))
        let ids = try await thread.run { () throws(GLibError) in
            try Self.register(exported, xml: xml, at: path, on: reference)
        }
        return BusRegistration(ids: ids, connection: self)
    }

    private static func register(
        _ exported: ExportedObject, xml: String, at path: String, on connection: GObjectReference
    ) throws(GLibError) -> [guint] {
        guard let node = try withGError({ slot in unsafe g_dbus_node_info_new_for_xml(xml, slot) }) else { return [] }
        defer { unsafe g_dbus_node_info_unref(node) }
        guard let interfaces = unsafe node.pointee.interfaces else { return [] }
        var ids: [guint] = []
        do throws(GLibError) {
            while let interface = unsafe interfaces[ids.count] {
                let id = try withGError { slot in
                    unsafe g_dbus_connection_register_object(
                        connection.opaque, path, interface, exported.vtable, UserData.retained(exported),
                        { unsafe UserData<ExportedObject>.release($0) }, slot)
                }
                ids.append(id)
            }
        } catch {
            for id in ids { _ = unsafe g_dbus_connection_unregister_object(connection.opaque, id) }
            throw error
        }
        return ids
    }
}

/// What a registration needs for as long as it lasts: the handler, and the table of C functions that finds it.
@safe
private final class ExportedObject: @unchecked Sendable {
    let handler: @Sendable (BusRequest) -> Void
    let peerName: String?
    // Filled here and never changed. Without functions for properties GDBus hands their calls to `method_call`.
    let vtable: UnsafeMutablePointer<GDBusInterfaceVTable>

    init(handler: @escaping @Sendable (BusRequest) -> Void, peerName: String?) {
        self.handler = handler
        self.peerName = peerName
        unsafe vtable = .allocate(capacity: 1)
        var functions = GDBusInterfaceVTable()
        unsafe functions.method_call = { _, _, _, _, _, _, invocation, data in
            let exported = unsafe UserData<ExportedObject>.peek(data)
            let request = unsafe BusRequest(taking: invocation, from: exported?.peerName)
            if let request { exported?.handler(request) }
        }
        unsafe vtable.initialize(to: functions)
    }

    deinit { unsafe vtable.deallocate() }
}
