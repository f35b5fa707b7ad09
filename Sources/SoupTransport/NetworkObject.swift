import CGio
import GLibBridge

/// An owned reference to an object of libsoup's, given back on the network thread.
///
/// Where the last reference goes, libsoup closes connections and disconnects signals, on whatever thread that is: in
/// the midst of what it is doing on its own.
@safe
final class NetworkObject: @unchecked Sendable {
    // Used in jobs of the network thread alone.
    let opaque: OpaquePointer
    private let thread: GLibThread

    /// Takes over a reference that the caller owns. Nil stays nil.
    init?(taking pointer: OpaquePointer?, on thread: GLibThread) {
        guard let pointer = unsafe pointer else { return nil }
        unsafe opaque = pointer
        self.thread = thread
    }

    deinit {
        nonisolated(unsafe) let object = unsafe opaque
        thread.invoke { unsafe g_object_unref(UnsafeMutableRawPointer(object)) }
    }

    /// The same object for functions that want a typed pointer. Nothing checks the type: name what was put in.
    func pointer<Object>(as type: Object.Type) -> UnsafeMutablePointer<Object> {
        unsafe UnsafeMutablePointer(opaque)
    }
}
