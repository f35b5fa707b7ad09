package import CGio

/// A GCancellable: stops a running GLib call from any thread.
@safe
package final class Cancellable: @unchecked Sendable {
    // GCancellable is documented as safe to use from several threads.
    package let pointer: UnsafeMutablePointer<GCancellable>

    package init() {
        // g_cancellable_new never gives NULL: GLib ends the process when memory runs out.
        unsafe pointer = g_cancellable_new()
    }

    deinit { unsafe g_object_unref(pointer) }

    package func cancel() { unsafe g_cancellable_cancel(pointer) }

    package var isCancelled: Bool { unsafe g_cancellable_is_cancelled(pointer) != 0 }
}
