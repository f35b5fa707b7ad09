internal import CGio

/// One owned reference to a GObject; given back when the last holder lets go.
///
/// The reference count is atomic, so a reference may cross threads (hence `Sendable`); whether the object itself may be
/// used there is the rule of its own class: GCancellable and GDBusConnection are thread-safe.
@safe
package final class GObjectReference: @unchecked Sendable {
    package let opaque: OpaquePointer

    /// Takes over a reference that the caller owns. Nil stays nil.
    package init?(taking pointer: OpaquePointer?) {
        guard let pointer = unsafe pointer else { return nil }
        unsafe opaque = pointer
    }

    /// Adds a reference to an object that somebody else owns. Nil stays nil.
    package init?(retaining pointer: OpaquePointer?) {
        guard let pointer = unsafe pointer else { return nil }
        unsafe opaque = OpaquePointer(g_object_ref(UnsafeMutableRawPointer(pointer)))
    }

    deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(opaque))
    }

    /// The same object for functions that want a typed pointer. Nothing checks the type: name what was put in.
    package func pointer<Object>(as type: Object.Type) -> UnsafeMutablePointer<Object> {
        unsafe UnsafeMutablePointer(opaque)
    }
}
