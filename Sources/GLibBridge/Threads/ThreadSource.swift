internal import CGio

/// A GSource that calls a closure on a GLib thread; made, fired and destroyed on that thread alone.
@safe
final class ThreadSource: @unchecked Sendable {
    /// Gives whether the source goes on; one that does not fires never again.
    typealias Action = @Sendable () -> Bool

    private var source: UnsafeMutablePointer<GSource>?

    /// Takes the source over and starts it.
    ///
    /// - Parameter function: for the kinds of sources that call theirs with more than their data; it ends in ``call``.
    func attach(
        _ source: UnsafeMutablePointer<GSource>?, to thread: GLibThread,
        function: GSourceFunc = { data in unsafe ThreadSource.call(data) }, _ action: @escaping Action
    ) {
        unsafe g_source_set_callback(
            source, function, UserData<Action>.retained(action), { unsafe UserData<Action>.release($0) })
        unsafe g_source_attach(source, thread.context)
        unsafe self.source = source
    }

    /// What every function of a source comes to, with the data that GLib gave it.
    static func call(_ data: gpointer?) -> gboolean {
        unsafe UserData<Action>.peek(data)?() == true ? 1 : 0  // G_SOURCE_CONTINUE, G_SOURCE_REMOVE
    }

    func destroy() {
        guard let source = unsafe source else { return }
        unsafe g_source_destroy(source)
        unsafe g_source_unref(source)
        unsafe self.source = nil
    }
}
