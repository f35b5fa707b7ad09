internal import CLibsecret
internal import GLibBridge
internal import SecretBytes

/// A session with the provider: the key under which secrets cross the bus, made and used by libsecret.
///
/// `Sendable`: the SecretService is not touched but to encode and decode, which read the key and change nothing.
@safe
final class SecretSession: Sendable {
    let connection: BusConnection
    /// The session's object path, which the provider knows the key by.
    let path: String
    private let service: GObjectReference

    private init(connection: BusConnection, path: String, service: GObjectReference) {
        self.connection = connection
        self.path = path
        self.service = service
    }

    /// Agrees on a key with the provider. Blocks: only on a thread for that.
    static func open(on connection: BusConnection, deadline: Deadline) throws(GLibError) -> SecretSession {
        // Over our connection: libsecret's own is the process's shared one, which may launch a bus and ends the process
        // when the bus goes.
        let service = try connection.makeProxy(
            type: secret_service_get_type(), name: SecretServiceNames.bus, path: SecretServiceNames.servicePath,
            interface: SecretServiceNames.service, cancellable: deadline.cancellable)
        let pointer = unsafe service.pointer(as: SecretService.self)
        _ = try withGError { slot in
            unsafe secret_service_ensure_session_sync(pointer, deadline.cancellable.pointer, slot)
        }
        let path = unsafe secret_service_get_session_dbus_path(pointer).map { unsafe String(cString: $0) }
        return SecretSession(connection: connection, path: path ?? SecretServiceNames.noObject, service: service)
    }

    /// The secret as the API's `(oayays)`, encrypted. Nil where libsecret cannot.
    func encrypt(_ secret: SharedSecret) -> Variant? {
        let value = unsafe secret.withSpan { bytes in
            unsafe bytes.withUnsafeBytes { buffer in
                // An empty buffer has no address; libsecret then copies nothing.
                unsafe secret_value_new(
                    buffer.assumingMemoryBound(to: CChar.self).baseAddress, gssize(buffer.count), Self.contentType)
            }
        }
        guard let value = unsafe value else { return nil }
        defer { unsafe secret_value_unref(UnsafeMutableRawPointer(value)) }
        let encoded = unsafe secret_service_encode_dbus_secret(service.pointer(as: SecretService.self), value)
        return unsafe encoded.map { unsafe Variant(taking: $0) }
    }

    /// The secret out of `(oayays)`, straight from libsecret's locked memory into ours. Nil where it was encrypted for
    /// another session or another key.
    func decrypt(_ secret: Variant) throws(GLibError) -> SharedSecret? {
        guard secret.signature == "(oayays)" else { return nil }
        let service = unsafe service.pointer(as: SecretService.self)
        let decoded = try unsafe secret.withGVariant { unsafe secret_service_decode_dbus_secret(service, $0) }
        guard let value = unsafe decoded else { return nil }
        defer { unsafe secret_value_unref(UnsafeMutableRawPointer(value)) }
        var count: gsize = 0
        let start = unsafe secret_value_get(value, &count)
        // SAFETY: the buffer belongs to `value`, which lives until this returns.
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(count)).bindMemory(to: UInt8.self)
        return SharedSecret(SecretBytes(copying: unsafe bytes.span))
    }

    private static let contentType = "text/plain"
}
