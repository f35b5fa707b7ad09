package import CGio
internal import CShims

extension BusConnection {
    /// A GDBusProxy of a library's own class, over this connection. Blocks: call it on a thread for that.
    ///
    /// It holds no properties, hears no signals and starts no service.
    ///
    /// - Parameter type: a class derived from GDBusProxy, such as libsecret's SecretService; what comes is derived from it.
    package func makeProxy(
        type: GType, name: String, path: String, interface: String, cancellable: Cancellable
    ) throws(GLibError) -> GObjectReference {
        let proxy = try withGError { slot in
            unsafe acctstore_proxy_new(type, pointer, name, path, interface, cancellable.pointer, slot)
        }
        guard let reference = unsafe GObjectReference(taking: proxy.map { OpaquePointer($0) }) else {
            throw .invalidArgument("GDBus gave neither a proxy nor an error")
        }
        return reference
    }
}
