package import CGio

/// Runs one GLib call with a fresh error slot and throws what the call left in it.
///
/// A slot that is still set when it is used again makes libsecret and GLib return failure without doing anything; with
/// one slot for each call that cannot happen. The slot must not be kept beyond `body`.
@safe
package func withGError<Result: ~Copyable>(
    _ body: (_ slot: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Result
) throws(GLibError) -> Result {
    var error: UnsafeMutablePointer<GError>?
    let result = unsafe body(&error)
    if let error = unsafe error {
        throw unsafe GLibError(taking: error)
    }
    return result
}

extension GLibError {
    /// Copies a GError and frees it.
    package init(taking error: UnsafeMutablePointer<GError>) {
        defer { unsafe g_error_free(error) }
        unsafe self.init(copying: error)
    }

    /// Copies a GError that somebody else frees. Takes GDBus's prefix off its message.
    init(copying error: UnsafeMutablePointer<GError>) {
        var remoteName: String?
        if unsafe g_dbus_error_is_remote_error(error) != 0, let name = unsafe g_dbus_error_get_remote_error(error) {
            remoteName = unsafe String(cString: name)
            unsafe g_free(name)
            _ = unsafe g_dbus_error_strip_remote_error(error)
        }
        let message = unsafe error.pointee.message
        self.init(
            domain: Self.name(ofQuark: unsafe error.pointee.domain), code: Int(unsafe error.pointee.code),
            message: unsafe message.map { unsafe String(cString: $0) } ?? "", remoteName: remoteName)
    }
}
